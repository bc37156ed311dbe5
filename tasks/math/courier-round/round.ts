// A courier's day: stops with opening times, drives that take longer one way than the other, keys that are fetched first.
import { bestRoute, type Draw, type Route } from 'pybench/kit';

/** Eight o'clock. */
export const LEAVES = 480;

/** Drawn around a round that can be driven, so that there is one; the best is another. */
export function drawRound(draw: Draw, names: readonly string[]): Route {
  const spots = [undefined, ...names].map(() => ({ x: draw.int(0, 40), y: draw.int(0, 30) }));
  const travel = spots.map((from, row) =>
    spots.map((to, column) => {
      if (row === column) return 0;
      const across = Math.sqrt((from.x - to.x) * (from.x - to.x) + (from.y - to.y) * (from.y - to.y));
      // One-way streets: some drives are much longer in one direction.
      return 3 + Math.round(0.7 * across) + (draw.chance(0.3) ? draw.int(5, 12) : draw.int(0, 2));
    }),
  );
  const minutes = names.map(() => draw.int(2, 6) * 3);
  const order = draw.shuffle([...names.keys()]);
  let [place, free] = [0, LEAVES];
  const stops = names.map((name, index) => ({ name, opens: 0, closes: 0, minutes: minutes[index] ?? 0 }));
  for (const at of order) {
    const arrival = free + (travel[place]?.[at + 1] ?? 0);
    [place, free] = [at + 1, arrival + (minutes[at] ?? 0)];
    const stop = stops[at];
    if (!stop) continue;
    const allDay = draw.chance(0.45);
    stop.opens = allDay ? 420 : 5 * Math.floor((arrival - draw.int(10, 90)) / 5);
    stop.closes = allDay ? 1200 : 5 * Math.ceil((arrival + draw.int(20, 120)) / 5);
  }
  const before = draw.sample([...order.keys()].slice(0, -3), 3).map((early): [string, string] => {
    const late = draw.int(early + 1, order.length - 1);
    return [names[order[early] ?? 0] ?? '', names[order[late] ?? 0] ?? ''];
  });
  return { prover: 'route', leaves: LEAVES, stops, travel, before: onePerStop(before) };
}

/** The list has one column for what must come first. */
function onePerStop(before: readonly [string, string][]): [string, string][] {
  return before.filter(([, late], index) => before.findIndex(([, other]) => other === late) === index);
}

/** The minute of return of the best round, or a time that never comes. */
export function bestBack(route: Route): number {
  return bestRoute(route)?.back ?? Infinity;
}

/** Who reads the table the wrong way round drives another town. */
export function turned(route: Route): Route {
  return { ...route, travel: route.travel.map((row, from) => row.map((_, to) => route.travel[to]?.[from] ?? 0)) };
}

/** When who wants to be done early at the last stop is back at best: the way home counts only between equals. */
export function backWithoutReturn(route: Route): number {
  const shrunk = route.travel.map((row, from) =>
    row.map((minutes, to) => (from > 0 && to === 0 ? minutes / 1e4 : minutes)),
  );
  const found = bestRoute({ ...route, travel: shrunk });
  const last = route.stops.findIndex(({ name }) => name === found?.order.at(-1));
  return found ? Math.floor(found.back) + (route.travel[last + 1]?.[0] ?? 0) : Infinity;
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
