// Score against cost as an SVG scatter plot, with error bars and the Pareto front as a dashed line.
import { dollars, percent } from '../results/index.ts';
import type { BoardEntry } from './board.ts';
import { escape } from './html-parts.ts';

const [WIDTH, HEIGHT] = [680, 340];
const margin = { left: 52, right: 24, top: 14, bottom: 46 };
const LINE = 15;

interface Point {
  readonly x: number;
  readonly y: number;
  readonly entry: BoardEntry;
  readonly name: string;
}

/** Empty with fewer than two runs of known cost. */
export function scatter(entries: readonly BoardEntry[]): string {
  const known = entries.filter(({ beatenBy }) => beatenBy !== null);
  if (known.length < 2) return '';
  const costs = known.map(({ summary }) => summary.meanCost ?? 0);
  const axis = costAxis(Math.min(...costs), Math.max(...costs));
  const scores = scoreAxis(known);
  const points = known
    .map((entry): Point => {
      const name = entries.length > 8 ? `#${entries.indexOf(entry) + 1}` : entry.label;
      return { x: axis.place(entry.summary.meanCost ?? 0), y: scores.place(entry.summary.mean ?? 0), entry, name };
    })
    .toSorted((a, b) => a.x - b.x);
  const front = points.filter(({ entry }) => entry.beatenBy?.length === 0);
  const title = `Score against cost per trial of ${known.length} runs; on the Pareto front: ${front.map(({ entry }) => entry.label).join(', ')}`;
  return `<figure><svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${escape(title)}">
${scoreGrid(scores)}
${costGrid(axis)}
<polyline class="front" points="${front.map(({ x, y }) => `${round(x)},${round(y)}`).join(' ')}"/>
${points.map((point) => mark(point, scores.place)).join('\n')}
${labels(points).join('\n')}
<text class="soft" x="${(margin.left + WIDTH - margin.right) / 2}" y="${HEIGHT - 8}" text-anchor="middle">cost per trial${axis.logarithmic ? ' (logarithmic)' : ''}</text>
</svg></figure>
`;
}

/** Rounds the range of the error bars out to multiples of 25 %. */
function scoreAxis(entries: readonly BoardEntry[]) {
  const ends = entries.flatMap(({ summary: { mean, interval } }) => [
    interval?.low ?? mean ?? 0,
    interval?.high ?? mean ?? 1,
  ]);
  const [from, to] = [Math.floor(Math.min(...ends) * 4), Math.ceil(Math.max(...ends) * 4)];
  const place = (share: number) =>
    HEIGHT - margin.bottom - ((share * 4 - from) / (to - from)) * (HEIGHT - margin.top - margin.bottom);
  return { place, ticks: Array.from({ length: to - from + 1 }, (_, index) => (from + index) / 4) };
}

/** Logarithmic when costs differ by more than a factor of ten, else linear from 0. */
function costAxis(low: number, high: number) {
  const logarithmic = low > 0 && high / low > 10;
  const [from, to] = logarithmic ? [Math.log10(low) - 0.15, Math.log10(high) + 0.15] : [0, high > 0 ? high * 1.15 : 1];
  const of = (cost: number) => (logarithmic ? Math.log10(cost) : cost);
  const place = (cost: number) =>
    margin.left + ((of(cost) - from) / (to - from)) * (WIDTH - margin.left - margin.right);
  const ticks = logarithmic ? decades(from, to) : steps(to);
  return { logarithmic, place, ticks };
}

function decades(from: number, to: number): number[] {
  const ticks: number[] = [];
  for (let power = Math.floor(from); power <= Math.ceil(to); power += 1) {
    for (const digit of [1, 3]) {
      const value = Number(`${digit}e${power}`);
      if (Math.log10(value) >= from && Math.log10(value) <= to) ticks.push(value);
    }
  }
  return ticks;
}

function steps(to: number): number[] {
  const rough = to / 5;
  const unit = Number(`1e${Math.floor(Math.log10(rough))}`);
  const step = ([1, 2, 5].find((each) => each * unit >= rough) ?? 10) * unit;
  return Array.from({ length: Math.floor(to / step) + 1 }, (_, index) => index * step);
}

interface Axis {
  readonly place: (value: number) => number;
  readonly ticks: readonly number[];
}

function scoreGrid({ place, ticks }: Axis): string {
  return ticks
    .map((share) => {
      const y = round(place(share));
      return `<line class="grid" x1="${margin.left}" x2="${WIDTH - margin.right}" y1="${y}" y2="${y}"/><text class="soft" x="${margin.left - 8}" y="${y + 4}" text-anchor="end">${share * 100} %</text>`;
    })
    .join('\n');
}

function costGrid({ place, ticks }: Axis): string {
  const y = HEIGHT - margin.bottom;
  return ticks
    .map((cost) => {
      const x = round(place(cost));
      return `<line class="grid" x1="${x}" x2="${x}" y1="${y}" y2="${y + 5}"/><text class="soft" x="${x}" y="${y + 19}" text-anchor="middle">${dollars(cost)}</text>`;
    })
    .join('\n');
}

function mark({ x, y, entry: { label, summary, beatenBy } }: Point, place: Axis['place']): string {
  const { interval, mean, meanCost } = summary;
  const whisker = interval
    ? `<line class="whisker" x1="${round(x)}" x2="${round(x)}" y1="${round(place(interval.low))}" y2="${round(place(interval.high))}"/>`
    : '';
  const title = `${label}: ${percent(mean)} at ${dollars(meanCost)}`;
  return `<g><title>${escape(title)}</title>${whisker}<circle class="${beatenBy?.length ? 'off' : 'on'}" cx="${round(x)}" cy="${round(y)}" r="5"/></g>`;
}

/** Labels beside their points; a label that would overlap another moves down. */
function labels(points: readonly Point[]): string[] {
  let last = -LINE;
  return points
    .toSorted((a, b) => a.y - b.y)
    .map(({ x, y, name }) => {
      const place = Math.max(y + 4, last + LINE);
      last = place;
      const isRight = x > WIDTH * 0.6;
      return `<text x="${round(isRight ? x - 9 : x + 9)}" y="${round(place)}"${isRight ? ' text-anchor="end"' : ''}>${escape(name)}</text>`;
    });
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
