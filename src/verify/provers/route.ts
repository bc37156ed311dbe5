// Route: a round from the start through all stops and back, within opening times and in the order that some stops need;
// the best round is back first. Times are whole minutes, `HH:MM` in claims.
import { z } from 'zod';
import type { Json } from '../../core/index.ts';
import { show } from '../values.ts';
import { Flaw, isRecord, readName, type Proved } from './claim.ts';

export const routeSchema = z.object({
  prover: z.literal('route'),
  /** Minutes of the day at which the round may begin. */
  leaves: z.int(),
  stops: z
    .array(z.object({ name: z.string(), opens: z.int(), closes: z.int(), minutes: z.int().min(0) }))
    .min(1)
    .max(16),
  /** From each place to each, the start first and then the stops in their order; need not be the same both ways. */
  travel: z.array(z.array(z.number())),
  /** The first of two stops comes before the second. */
  before: z.array(z.tuple([z.string(), z.string()])).default([]),
});
export type Route = z.infer<typeof routeSchema>;

/** Claims records of position, stop and start: when the work at each stop begins, which is within its opening time. */
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
      throw new Flaw(`"${stop}" takes no one at ${clock(start)}, only from ${clock(opens)} to ${clock(closes)}`, [
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

/**
 * The earliest moment at which a set of stops can be done with one of them last, for all sets from small to large. To be
 * somewhere earlier is never worse, so nothing else of the past matters.
 */
export function bestRoute({ leaves, stops, travel, before }: Route) {
  const n = stops.length;
  const names = stops.map(({ name }) => name);
  const earlier = names.map((name) =>
    before.reduce((mask, [one, other]) => (other === name ? mask | (1 << names.indexOf(one)) : mask), 0),
  );
  const free = new Float64Array((1 << n) * n).fill(Infinity);
  const last = new Int8Array((1 << n) * n).fill(-1);
  const arrive = (at: number, moment: number) => {
    const { opens, closes, minutes } = stops[at] ?? { opens: 0, closes: -1, minutes: 0 };
    const start = Math.max(moment, opens);
    return start > closes ? Infinity : start + minutes;
  };
  for (let at = 0; at < n; at += 1)
    if (earlier[at] === 0) free[(1 << at) * n + at] = arrive(at, leaves + (travel[0]?.[at + 1] ?? Infinity));
  for (let set = 1; set < 1 << n; set += 1) {
    for (let from = 0; from < n; from += 1) {
      const moment = free[set * n + from] ?? Infinity;
      if (moment === Infinity) continue;
      for (let to = 0; to < n; to += 1) {
        if (set & (1 << to) || ((earlier[to] ?? 0) & ~set) !== 0) continue;
        const cell = (set | (1 << to)) * n + to;
        const done = arrive(to, moment + (travel[from + 1]?.[to + 1] ?? Infinity));
        if (done < (free[cell] ?? Infinity)) [free[cell], last[cell]] = [done, from];
      }
    }
  }
  let set = (1 << n) - 1;
  const backFrom = (at: number) => (free[set * n + at] ?? Infinity) + (travel[at + 1]?.[0] ?? Infinity);
  let at = [...names.keys()].reduce((best, each) => (backFrom(each) < backFrom(best) ? each : best), 0);
  const back = backFrom(at);
  if (back === Infinity) return undefined;
  const order: string[] = [];
  while (at >= 0) {
    order.unshift(names[at] ?? '');
    const previous = last[set * n + at] ?? -1;
    set &= ~(1 << at);
    at = previous;
  }
  return { back, order };
}

export function clock(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
}
