// A route that is impossible, forbidden or not optimal must fail; every optimal route must pass in every notation.
import { readCsv, writeCsv, type CsvStyle } from '../../src/formats/index.ts';
import { bestRoute, clock, type Route } from '../../src/verify/index.ts';
import { redTeam, withBytes, type Target, type Make } from '../support/redteam.ts';

const FILE = 'output/round.csv';

interface Visit {
  readonly stop: string;
  readonly start: number;
}

const routeOf = ({ instance }: Target) => (instance.truth as unknown as { route: Route }).route;

/** The route of the reference. */
function visitsOf(target: Target): Visit[] {
  const { header, rows } = readCsv(target.reference.files.get(FILE) ?? new Uint8Array());
  return rows.map((row) => {
    const [hours = 0, minutes = 0] = (row[header.indexOf('start')] ?? '').split(':').map(Number);
    return { stop: row[header.indexOf('stop')] ?? '', start: 60 * hours + minutes };
  });
}

const driven = (target: Target, rows: readonly (readonly (string | number)[])[], style: CsvStyle = {}) =>
  withBytes(target.reference, FILE, writeCsv([['position', 'stop', 'start'], ...rows], style));

const rowsOf = (visits: readonly Visit[], show = clock) =>
  visits.map(({ stop, start }, index) => [index + 1, stop, show(start)] as const);

/** The earliest start times of an order, even if a stop has closed by then. */
function timed({ leaves, stops, travel }: Route, order: readonly string[]): Visit[] {
  let [place, free] = [0, leaves];
  return order.map((stop) => {
    const next = stops.findIndex(({ name }) => name === stop);
    const start = Math.max(stops[next]?.opens ?? 0, free + (travel[place]?.[next + 1] ?? 0));
    [place, free] = [next + 1, start + (stops[next]?.minutes ?? 0)];
    return { stop, start };
  });
}

/** The same order with every start as late as possible without a later return. */
function late(target: Target): Visit[] {
  const { stops, travel } = routeOf(target);
  const back = bestRoute(routeOf(target))?.back ?? 0;
  let [next, latest] = [0, back];
  return visitsOf(target)
    .toReversed()
    .map(({ stop }) => {
      const at = stops.findIndex(({ name }) => name === stop);
      const { closes = 0, minutes = 0 } = stops[at] ?? {};
      latest = Math.min(closes, latest - (travel[at + 1]?.[next] ?? 0) - minutes);
      next = at + 1;
      return { stop, start: latest };
    })
    .toReversed();
}

const edited =
  (change: (visits: Visit[], target: Target) => readonly Visit[]): Make =>
  (target) =>
    driven(target, rowsOf(change(visitsOf(target), target)));

redTeam('math/courier-round', {
  wrong: {
    'two stops exchanged': edited((visits, target) => {
      const order = visits.map(({ stop }) => stop);
      return timed(routeOf(target), order.with(8, order[9] ?? '').with(9, order[8] ?? ''));
    }),
    'the stops by when they close': edited((_, target) => {
      const { stops } = routeOf(target);
      const order = stops.toSorted((one, other) => one.closes - other.closes).map(({ name }) => name);
      return timed(routeOf(target), order);
    }),
    'a minute early everywhere': edited((visits) => visits.map(({ stop, start }) => ({ stop, start: start - 1 }))),
    'a minute later at the last stop': edited((visits) =>
      visits.map((visit, index) => (index === visits.length - 1 ? { ...visit, start: visit.start + 1 } : visit)),
    ),
    'a stop left out': edited((visits) => visits.toSpliced(5, 1)),
    'a stop twice': edited((visits) => visits.with(6, visits[5] ?? { stop: '', start: 0 })),
    'a stop of another name': edited((visits) =>
      visits.with(3, { stop: `${visits[3]?.stop ?? ''}\u200b`, start: visits[3]?.start ?? 0 }),
    ),
    'positions from zero': (target) =>
      driven(
        target,
        rowsOf(visitsOf(target)).map(([position, ...rest]) => [position - 1, ...rest]),
      ),
  },
  right: {
    'as late as possible': edited((_, target) => late(target)),
    'rows in another order': (target) => driven(target, rowsOf(visitsOf(target)).toReversed()),
    'hours of one digit': (target) =>
      driven(
        target,
        rowsOf(visitsOf(target), (minute) => clock(minute).replace(/^0/, '')),
      ),
    'semicolons, quotes and positions with a point': (target) =>
      driven(
        target,
        rowsOf(visitsOf(target)).map(([position, ...rest]) => [`${position}.0`, ...rest]),
        { delimiter: ';', quoted: true },
      ),
    'the round of the prover': edited((_, target) => timed(routeOf(target), bestRoute(routeOf(target))?.order ?? [])),
  },
});
