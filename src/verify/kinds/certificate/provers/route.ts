// Route (travelling salesman problem with time windows): a round trip from the start through all stops, within their
// opening times and with some stops before others. The best trip returns earliest. Times are whole minutes, `HH:MM` in
// claims.
import { z } from 'zod';
import type { Json } from '../../../../core/index.ts';
import { show } from '../../../values.ts';
import { Flaw, isRecord, readName, type Proved } from './claim.ts';

export const routeSchema = z.object({
  prover: z.literal('route'),
  /** Earliest departure, in minutes after midnight. */
  leaves: z.int(),
  stops: z
    .array(z.object({ name: z.string(), opens: z.int(), closes: z.int(), minutes: z.int().min(0) }))
    .min(1)
    .max(24),
  /**
   * Travel minutes between all places: the start first, then the stops in their order. The matrix may be asymmetric.
   */
  travel: z.array(z.array(z.number())),
  /** The first of two stops comes before the second. */
  before: z.array(z.tuple([z.string(), z.string()])).default([]),
});
export type Route = z.infer<typeof routeSchema>;

/**
 * The claim holds records of position, stop and start. The work at a stop starts at `start`, within its opening time.
 */
export function proveRoute(instance: Route, claim: Json): Proved {
  const visits = readVisits(instance, claim);
  const order = visits.map(({ stop }) => stop);
  for (const [one, other] of instance.before)
    if (order.indexOf(one) > order.indexOf(other)) throw new Flaw(`"${other}" comes before "${one}"`, [one, other]);
  const places = ['', ...instance.stops.map(({ name }) => name)];
  let [place, free] = [0, instance.leaves];
  for (const { stop, start } of visits) {
    const next = places.indexOf(stop);
    const { opens, closes, minutes } = instance.stops[next - 1] ?? { opens: 0, closes: 0, minutes: 0 };
    const arrival = free + (instance.travel[place]?.[next] ?? Infinity);
    if (start < arrival) throw new Flaw(`"${stop}" cannot be reached before ${clock(arrival)}`, [stop]);
    if (start < opens || start > closes)
      throw new Flaw(`"${stop}" is closed at ${clock(start)}; it is open from ${clock(opens)} to ${clock(closes)}`, [
        stop,
      ]);
    [place, free] = [next, start + minutes];
  }
  const best = bestRoute(instance);
  if (best === undefined) throw new Error('there is no round within these opening times');
  return { value: free + (instance.travel[place]?.[0] ?? Infinity), best: best.back, of: 'minute of return' };
}

function readVisits({ stops }: Route, claim: Json): { stop: string; start: number }[] {
  const names = stops.map(({ name }) => name);
  if (!Array.isArray(claim)) throw new Flaw(`expected a list of stops, got ${show(claim)}`);
  const visits = claim.map((each) => {
    const { position = null, stop = null, start = null } = isRecord(each) ? each : {};
    const time = /^(\d{1,2}):(\d{2})$/.exec(typeof start === 'string' ? start : '');
    if (!time || Number(time[1]) > 23 || Number(time[2]) > 59) throw new Flaw(`${show(start)} is no time like 09:05`);
    return {
      position: Number(position),
      stop: readName(stop, 'stop', names),
      start: 60 * Number(time[1]) + Number(time[2]),
    };
  });
  const inOrder = visits.toSorted((one, other) => one.position - other.position);
  const odd = inOrder.findIndex(({ position }, index) => position !== index + 1);
  if (odd >= 0) throw new Flaw(`the positions are not 1 to ${visits.length}: there is ${inOrder[odd]?.position ?? ''}`);
  const missing = names.find((name) => !visits.some(({ stop }) => stop === name));
  if (missing !== undefined) throw new Flaw(`"${missing}" is missing`, [missing]);
  if (visits.length > names.length) throw new Flaw('a stop is visited twice');
  return inOrder;
}

interface Reached {
  /** Indexed by the last stop: when the courier is free there, and the stop before it. */
  readonly free: Float64Array;
  readonly from: Int8Array;
}

/**
 * Dynamic programming over sets of stops, from small to large: the earliest time at which a set can be done with a
 * given last stop. An earlier time is never worse, so the rest of the past does not matter. A state is pruned when some
 * remaining stop cannot be reached in time even by the shortest path; with narrow opening times few states remain.
 */
export function bestRoute({ leaves, stops, travel, before }: Route) {
  const n = stops.length;
  const names = stops.map(({ name }) => name);
  const earlier = names.map((name) =>
    before.reduce((mask, [one, other]) => (other === name ? mask | (1 << names.indexOf(one)) : mask), 0),
  );
  const drive = (from: number, to: number) => travel[from]?.[to] ?? Infinity;
  const shortest = shortestWays(travel);
  const closes = stops.map((stop) => stop.closes);
  const finish = (at: number, moment: number) => {
    const { opens, minutes } = stops[at] ?? { opens: 0, minutes: 0 };
    return moment > (closes[at] ?? -1) ? Infinity : Math.max(moment, opens) + minutes;
  };
  const hopeless = (set: number, at: number, free: number) =>
    closes.some((close, to) => !(set & (1 << to)) && free + (shortest[at + 1]?.[to + 1] ?? Infinity) > close);
  const layers: Map<number, Reached>[] = [new Map()];
  const reach = (layer: number, set: number, at: number, free: number, from: number) => {
    if (free === Infinity) return;
    const sets = (layers[layer] ??= new Map<number, Reached>());
    let known = sets.get(set);
    if (!known) {
      known = { free: new Float64Array(n).fill(Infinity), from: new Int8Array(n).fill(-1) };
      sets.set(set, known);
    }
    if (free < (known.free[at] ?? Infinity)) [known.free[at], known.from[at]] = [free, from];
  };
  for (let at = 0; at < n; at += 1)
    if (earlier[at] === 0) reach(1, 1 << at, at, finish(at, leaves + drive(0, at + 1)), -1);
  for (let layer = 1; layer < n; layer += 1)
    for (const [set, { free }] of layers[layer] ?? [])
      for (const [at, moment] of free.entries()) {
        if (moment === Infinity || hopeless(set, at, moment)) continue;
        for (let to = 0; to < n; to += 1)
          if (!(set & (1 << to)) && ((earlier[to] ?? 0) & ~set) === 0)
            reach(layer + 1, set | (1 << to), to, finish(to, moment + drive(at + 1, to + 1)), at);
      }
  return retraced(names, layers, (at) => drive(at + 1, 0));
}

function retraced(names: readonly string[], layers: readonly Map<number, Reached>[], home: (at: number) => number) {
  let set = 2 ** names.length - 1;
  const last = layers[names.length]?.get(set);
  if (!last) return undefined;
  const backFrom = (at: number) => (last.free[at] ?? Infinity) + home(at);
  let at = [...names.keys()].reduce((best, each) => (backFrom(each) < backFrom(best) ? each : best), 0);
  const back = backFrom(at);
  if (back === Infinity) return undefined;
  const order: string[] = [];
  for (let layer = names.length; at >= 0; layer -= 1) {
    order.unshift(names[at] ?? '');
    const previous = layers[layer]?.get(set)?.from[at] ?? -1;
    set &= ~(1 << at);
    at = previous;
  }
  return { back, order };
}

/** The Floyd–Warshall algorithm: a detour may be shorter than the direct way. */
function shortestWays(travel: Route['travel']): number[][] {
  const ways = travel.map((row) => [...row]);
  for (const middle of ways.keys())
    for (const row of ways)
      for (const to of row.keys())
        row[to] = Math.min(row[to] ?? Infinity, (row[middle] ?? Infinity) + (ways[middle]?.[to] ?? Infinity));
  return ways;
}

export function clock(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
}
