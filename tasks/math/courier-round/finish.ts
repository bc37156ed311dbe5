// The earliest end of all stops, by last stop: the method of the prover, but within a limit, so that a draw is rejected
// quickly. The instance that is kept is proved by the prover itself.
import type { Route } from 'pybench/kit';

/** By last stop, the earliest time at which all stops are done; last stops with a return after the limit are left out. */
export function finishes({ leaves, stops, travel, before }: Route, limit: number): Map<number, number> {
  const n = stops.length;
  const names = stops.map(({ name }) => name);
  const drive = Int32Array.from(travel.flat());
  const opens = Int32Array.from(stops, (stop) => stop.opens);
  const closes = Int32Array.from(stops, (stop) => stop.closes);
  const minutes = Int32Array.from(stops, (stop) => stop.minutes);
  const needs = Int32Array.from(names, (name) =>
    before.reduce((mask, [early, late]) => (late === name ? mask | (1 << names.indexOf(early)) : mask), 0),
  );
  /** The least time of each stop: the shortest drive to it, and the work. */
  const least = Int32Array.from(names, (_, at) => {
    const drives = travel.flatMap((row, from) => (from === at + 1 ? [] : [row[at + 1] ?? 0]));
    return Math.min(...drives) + (minutes[at] ?? 0);
  });
  const latest = latestDepartures(travel, closes);
  const home = Math.min(...travel.slice(1).map((row) => row[0] ?? 0));
  let rest = least.reduce((sum, each) => sum + each, home);
  // The set of stops and the last of them are one number; it leads to when the courier is free and what is left at least.
  let layer = new Map<number, number>([[0, leaves]]);
  let rests = new Map<number, number>([[0, rest]]);
  for (let done = 0; done < n; done += 1) {
    const following = new Map<number, number>();
    const followingRests = new Map<number, number>();
    for (const [key, free] of layer) {
      const [set, place] = [key >> 5, key & 31];
      let hopeless = false;
      for (let to = 0; to < n && !hopeless; to += 1)
        hopeless = (set & (1 << to)) === 0 && free > (latest[place * n + to] ?? 0);
      if (hopeless) continue;
      rest = rests.get(set) ?? 0;
      for (let to = 0; to < n; to += 1) {
        if (set & (1 << to) || (needs[to] ?? 0) & ~set) continue;
        const arrival = free + (drive[place * (n + 1) + to + 1] ?? 0);
        if (arrival > (closes[to] ?? 0)) continue;
        const then = Math.max(arrival, opens[to] ?? 0) + (minutes[to] ?? 0);
        const left = rest - (least[to] ?? 0);
        if (then + left > limit) continue;
        const next = ((set | (1 << to)) << 5) | (to + 1);
        const known = following.get(next);
        if (known !== undefined && known <= then) continue;
        following.set(next, then);
        followingRests.set(set | (1 << to), left);
      }
    }
    layer = following;
    rests = followingRests;
  }
  return new Map([...layer].map(([key, free]) => [(key & 31) - 1, free]));
}

/** The minute of return of the best round, or infinity if that is after the limit. */
export function backWithin(route: Route, limit: number): number {
  const backs = [...finishes(route, limit)].map(([last, free]) => free + (route.travel[last + 1]?.[0] ?? 0));
  const best = Math.min(...backs);
  return best <= limit ? best : Infinity;
}

/** From each place, for each stop: when to leave at the latest to be there before it closes, perhaps past others. */
function latestDepartures(travel: Route['travel'], closes: Int32Array): Int32Array {
  const ways = travel.map((row) => [...row]);
  for (const middle of ways.keys())
    for (const row of ways)
      for (const to of row.keys())
        row[to] = Math.min(row[to] ?? Infinity, (row[middle] ?? Infinity) + (ways[middle]?.[to] ?? Infinity));
  return Int32Array.from(ways.flatMap((row) => row.slice(1).map((way, to) => (closes[to] ?? 0) - way)));
}
