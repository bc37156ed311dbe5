// Scores without training: one column of the current list, sums of two or three ranks, and weights by common sense. All of them
// must stay well below the required score.
import type { Lists, Member } from './members.ts';

/** The area under the ROC curve; ties count half. */
function area(scores: Float64Array, left: readonly boolean[]): number {
  const order = [...scores.keys()].toSorted((one, other) => (scores[one] ?? 0) - (scores[other] ?? 0));
  let [ranks, leavers] = [0, 0];
  for (let from = 0; from < order.length;) {
    let to = from;
    while (to < order.length && scores[order[to] ?? 0] === scores[order[from] ?? 0]) to += 1;
    for (let at = from; at < to; at += 1)
      if (left[order[at] ?? 0]) {
        ranks += (from + 1 + to) / 2;
        leavers += 1;
      }
    from = to;
  }
  return (ranks - (leavers * (leavers + 1)) / 2) / (leavers * (order.length - leavers));
}

/** The better direction of the score: a reversed score counts as well. */
const eitherWay = (scores: Float64Array, left: readonly boolean[]) => {
  const found = area(scores, left);
  return Math.max(found, 1 - found);
};

/** Ranks between 0 and 1; equal values have the mean rank. */
function ranksOf(values: readonly number[]): Float64Array {
  const sorted = values.toSorted((one, other) => one - other);
  const first = new Map<number, number>();
  const last = new Map<number, number>();
  for (const [index, value] of sorted.entries()) {
    if (!first.has(value)) first.set(value, index);
    last.set(value, index);
  }
  return Float64Array.from(values, (value) => ((first.get(value) ?? 0) + (last.get(value) ?? 0)) / 2 / values.length);
}

/** The columns of the current list; categories are numbered in order of appearance. */
const columns: readonly ((member: Member) => number)[] = [
  ({ joined_months }) => joined_months,
  ({ age }) => age,
  ({ visits_per_month }) => visits_per_month,
  ({ distance_km }) => distance_km,
  ({ plan }) => plan,
  ({ club }) => club,
  ({ payment }) => payment,
  ({ mood }) => mood,
  ({ friends }) => friends,
  ({ calls }) => calls,
  ({ vouchers }) => vouchers,
  ({ letters }) => letters,
];

const sum = (parts: readonly (readonly [Float64Array, number])[], count: number) =>
  Float64Array.from({ length: count }, (_, at) =>
    parts.reduce((total, [ranks, sign]) => total + sign * (ranks[at] ?? 0), 0),
  );

/** The largest area that a score without training reaches on the current members. */
export function bestShortcut({ current }: Lists): number {
  const left = current.map((member) => member.left);
  const ranks = columns.map((column) => ranksOf(current.map(column)));
  const tried: Float64Array[] = [...ranks, ...commonSense(ranks, current.length)];
  for (const [one, a] of ranks.entries())
    for (const [other, b] of ranks.entries())
      for (const sign of other > one ? [1, -1] : []) {
        tried.push(sum([[a, 1], [b, sign]], current.length)); // prettier-ignore
        for (const c of ranks.slice(other + 1))
          for (const third of [1, -1]) tried.push(sum([[a, 1], [b, sign], [c, third]], current.length)); // prettier-ignore
      }
  return Math.max(...tried.map((scores) => eitherWay(scores, left)));
}

/** Unhappy, few visits, far away, new, no friends: with equal weights, and with a larger weight of satisfaction. */
function commonSense(ranks: readonly Float64Array[], count: number): Float64Array[] {
  const [joined, , visits, distance, , , , mood, friends] = ranks;
  if (!joined || !visits || !distance || !mood || !friends) return [];
  const rest = [[visits, -1], [distance, 1], [joined, -1], [friends, -1]] as const; // prettier-ignore
  return [1, 2, 4].map((weight) => sum([[mood, -weight], ...rest], count));
}
