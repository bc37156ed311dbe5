// Knapsack: the most valuable selection of items within limits; an item may require or exclude another one.
import { z } from 'zod';
import type { Json } from '../../../../core/index.ts';
import { Flaw, readNames, type Proved } from './claim.ts';

const pairSchema = z.tuple([z.string(), z.string()]);

export const knapsackSchema = z.object({
  prover: z.literal('knapsack'),
  /** The value of each item, and the amount that it takes of each limited resource. */
  items: z.record(
    z.string(),
    z.object({ value: z.number().positive(), takes: z.record(z.string(), z.number().min(0)) }),
  ),
  limits: z.record(z.string(), z.number()),
  /** The first item may be chosen only together with the second. */
  needs: z.array(pairSchema).default([]),
  /** The two items may not be chosen together. */
  excludes: z.array(pairSchema).default([]),
});
export type Knapsack = z.infer<typeof knapsackSchema>;

/** The claim is a list of items. */
export function proveKnapsack(instance: Knapsack, claim: Json): Proved {
  const chosen = new Set(readNames(claim, 'item', Object.keys(instance.items)));
  for (const [limit, most] of Object.entries(instance.limits)) {
    const taken = sum([...chosen], (name) => instance.items[name]?.takes[limit] ?? 0);
    if (taken > most + 1e-9)
      throw new Flaw(`it takes ${tidy(taken)} of ${limit}, which is limited to ${most}`, [...chosen]);
  }
  for (const [item, need] of instance.needs)
    if (chosen.has(item) && !chosen.has(need)) throw new Flaw(`"${item}" is chosen without "${need}"`, [item, need]);
  for (const [one, other] of instance.excludes)
    if (chosen.has(one) && chosen.has(other))
      throw new Flaw(`"${one}" and "${other}" exclude each other`, [one, other]);
  return {
    value: knapsackValue(instance, [...chosen]),
    best: knapsackValue(instance, bestKnapsack(instance)),
    of: 'value',
  };
}

export function knapsackValue({ items }: Knapsack, chosen: readonly string[]): number {
  return tidy(sum(chosen, (name) => items[name]?.value ?? 0));
}

/** Branch and bound. The bound is the fractional relaxation of each limit alone, and ignores `needs` and `excludes`. */
export function bestKnapsack({ items, limits, needs, excludes }: Knapsack): string[] {
  const names = Object.keys(items);
  const things = Object.keys(limits);
  const valueOf = (name: string) => items[name]?.value ?? 0;
  const takes = (name: string, thing: string) => items[name]?.takes[thing] ?? 0;
  const share = (name: string) => sum(things, (thing) => takes(name, thing) / Math.max(1e-9, limits[thing] ?? 0));
  const order = names.toSorted((a, b) => valueOf(b) / (share(b) + 1e-9) - valueOf(a) / (share(a) + 1e-9));
  const byThing = things.map((thing) => ({
    thing,
    ranked: order.toSorted((a, b) => valueOf(b) * takes(a, thing) - valueOf(a) * takes(b, thing)),
  }));
  const place = new Map(order.map((name, index) => [name, index]));
  let best: string[] = [];
  let most = 0;
  const chosen = new Set<string>();
  const room = new Map(things.map((thing) => [thing, limits[thing] ?? 0]));
  const bound = (from: number, value: number) =>
    Math.min(
      ...byThing.map(({ thing, ranked }) => {
        let [left, total] = [room.get(thing) ?? 0, value];
        for (const name of ranked) {
          if ((place.get(name) ?? 0) < from) continue;
          const part = takes(name, thing) <= left ? 1 : left / takes(name, thing);
          total += part * valueOf(name);
          left -= part * takes(name, thing);
          if (part < 1) break;
        }
        return total;
      }),
    );
  const visit = (at: number, value: number): void => {
    if (value > most + 1e-9 && needs.every(([item, need]) => !chosen.has(item) || chosen.has(need))) {
      [best, most] = [[...chosen], value];
    }
    const name = order[at];
    if (name === undefined || bound(at, value) <= most + 1e-9) return;
    const fits = things.every((thing) => takes(name, thing) <= (room.get(thing) ?? 0) + 1e-9);
    const excluded = excludes.some(
      ([one, other]) => (one === name && chosen.has(other)) || (other === name && chosen.has(one)),
    );
    // The search has already left out an item that this item needs.
    const orphaned = needs.some(([item, need]) => item === name && !chosen.has(need) && (place.get(need) ?? 0) < at);
    if (fits && !excluded && !orphaned) {
      chosen.add(name);
      for (const thing of things) room.set(thing, (room.get(thing) ?? 0) - takes(name, thing));
      visit(at + 1, value + valueOf(name));
      chosen.delete(name);
      for (const thing of things) room.set(thing, (room.get(thing) ?? 0) + takes(name, thing));
    }
    visit(at + 1, value);
  };
  visit(0, 0);
  return best;
}

function sum(names: readonly string[], of: (name: string) => number): number {
  return names.reduce((total, name) => total + of(name), 0);
}

function tidy(value: number): number {
  return Number(value.toFixed(6));
}
