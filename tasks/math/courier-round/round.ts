// A courier's day: stops with closing times, drives that differ by direction, stops that must come before others.
import type { Draw, Route } from 'pybench/kit';
import { finishes } from './finish.ts';

/** Eight o'clock. */
const LEAVES = 480;
/** With fewer, exchanging stops at random finds the best round. */
export const STOPS = 21;

/** Drawn around a round that can be driven, so that there is one; the best is another. */
export function drawRound(draw: Draw, names: readonly string[]): Route {
  const spots = [undefined, ...names].map(() => ({ x: draw.int(0, 40), y: draw.int(0, 30) }));
  const travel = spots.map((from, row) =>
    spots.map((to, column) => {
      if (row === column) return 0;
      const across = Math.sqrt((from.x - to.x) * (from.x - to.x) + (from.y - to.y) * (from.y - to.y));
      // One-way streets, bridges and rails: the straight-line distance says little.
      // Ways to the depot differ more than others, so that the last stop matters.
      return 3 + Math.round(0.28 * across) + draw.int(0, column === 0 ? 45 : 18);
    }),
  );
  const stops = names.map((name) => ({ name, opens: 420, closes: 1320, minutes: draw.int(1, 4) * 5 }));
  const order = sensibleOrder(draw, travel);
  let [place, free] = [0, LEAVES];
  for (const at of order) {
    const stop = stops[at];
    if (!stop) continue;
    const arrival = free + (travel[place]?.[at + 1] ?? 0);
    [place, free] = [at + 1, arrival + stop.minutes];
    if (draw.chance(0.08)) stop.opens = 5 * Math.floor((arrival - draw.int(5, 60)) / 5);
    if (draw.chance(0.85)) stop.closes = 5 * Math.ceil((arrival + draw.int(15, 75)) / 5);
  }
  const before = Array.from({ length: 10 }, (): [string, string] => {
    const early = draw.int(0, order.length - 4);
    const late = draw.int(early + 1, order.length - 1);
    return [names[order[early] ?? 0] ?? '', names[order[late] ?? 0] ?? ''];
  });
  return { prover: 'route', leaves: LEAVES, stops, travel, before: onePerStop(before) };
}

/** One of the nearest four each time: the opening times around it then force no absurd round. */
function sensibleOrder(draw: Draw, travel: Route['travel']): number[] {
  const open = new Set(travel.slice(1).keys());
  const order: number[] = [];
  while (open.size > 0) {
    const drives = travel[(order.at(-1) ?? -1) + 1] ?? [];
    const near = [...open].toSorted((one, other) => (drives[one + 1] ?? 0) - (drives[other + 1] ?? 0)).slice(0, 4);
    const next = draw.pick(near);
    order.push(next);
    open.delete(next);
  }
  return order;
}

/** The list has one column for what must come first. */
function onePerStop(before: readonly [string, string][]): [string, string][] {
  return before.filter(([, late], index) => before.findIndex(([, other]) => other === late) === index);
}

/** Whether the drawn round is also possible if `closes` is the latest end of the work. */
export function doneByClosing(route: Route): Route {
  return { ...route, stops: route.stops.map((stop) => ({ ...stop, closes: stop.closes - stop.minutes })) };
}

/** The best return of a round that minimises the end at the last stop: the way home only breaks ties. */
export function backWithoutReturn(route: Route, best: number): number {
  const ends = [...finishes(route, best)].map(([last, free]) => ({ free, home: route.travel[last + 1]?.[0] ?? 0 }));
  const [first] = ends.toSorted((one, other) => one.free - other.free || one.home - other.home);
  return first ? first.free + first.home : Infinity;
}

/** Always to the nearest stop that may come next; undefined where a stop is reached too late. */
export function backOfNearest({ leaves, stops, travel, before }: Route): number | undefined {
  const open = new Set(stops.keys());
  let [place, free] = [0, leaves];
  while (open.size > 0) {
    const allowed = [...open].filter((at) =>
      before.every(
        ([early, late]) => late !== stops[at]?.name || ![...open].some((each) => stops[each]?.name === early),
      ),
    );
    const next = allowed.reduce((best, at) =>
      (travel[place]?.[at + 1] ?? 0) < (travel[place]?.[best + 1] ?? 0) ? at : best,
    );
    const stop = stops[next];
    const start = Math.max(stop?.opens ?? 0, free + (travel[place]?.[next + 1] ?? 0));
    if (start > (stop?.closes ?? 0)) return undefined;
    open.delete(next);
    [place, free] = [next + 1, start + (stop?.minutes ?? 0)];
  }
  return free + (travel[place]?.[0] ?? 0);
}
