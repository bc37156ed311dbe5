// Hands of non-standard dice, computed exactly: chances are whole numbers over one denominator.
import type { Draw } from 'pybench/kit';

type Hand = { faces: number[]; dice: number; keep: number; reroll: number[]; bonus: number };
export type Duel = { attacker: Hand; defender: Hand };
export type Odds = { win: string; tie: string };

export function drawDuel(draw: Draw): Duel {
  return { attacker: drawHand(draw, 5), defender: drawHand(draw, 4) };
}

/** Some numbers occur twice on a die, and some of the low ones are rolled again. */
function drawHand(draw: Draw, most: number): Hand {
  const faces = draw.many(draw.pick([6, 8, 10]), () => draw.int(1, 9)).toSorted((a, b) => a - b);
  const dice = draw.int(3, most);
  const low = [...new Set(faces)].slice(0, 2);
  return {
    faces,
    dice,
    keep: draw.int(2, dice - 1),
    reroll: low.slice(0, draw.int(1, low.length)),
    bonus: draw.int(0, 4),
  };
}

/** Wrong readings of the rules. */
export type Reading = {
  reroll?: 'never' | 'until gone';
  keep?: 'all' | 'lowest';
  /** Takes each number once, however many faces show it. */
  distinctFaces?: boolean;
};

type Weights = Map<number, bigint>;

export function oddsOf({ attacker, defender }: Duel, reading: Reading = {}): Odds & { at_least: string } {
  const [ours, theirs] = [totals(attacker, reading), totals(defender, reading)];
  let [win, tie, all] = [0n, 0n, 0n];
  for (const [mine, weight] of ours) {
    for (const [other, against] of theirs) {
      all += weight * against;
      if (mine > other) win += weight * against;
      if (mine === other) tie += weight * against;
    }
  }
  return { win: reduced(win, all), tie: reduced(tie, all), at_least: reduced(win + tie, all) };
}

/** The weight of each total of a hand. */
function totals(hand: Hand, { keep, ...reading }: Reading): Weights {
  const die = oneDie(hand, reading);
  // Hands as sorted lists: which dice are kept is decided when all lie there.
  let hands = new Map<string, bigint>([['', 1n]]);
  for (let count = 0; count < hand.dice; count += 1) {
    const next = new Map<string, bigint>();
    for (const [shown, weight] of hands) {
      for (const [face, times] of die) {
        const more = [...(shown ? shown.split(',').map(Number) : []), face].toSorted((a, b) => b - a).join(',');
        next.set(more, (next.get(more) ?? 0n) + weight * times);
      }
    }
    hands = next;
  }
  const found: Weights = new Map();
  for (const [shown, weight] of hands) {
    const rolled = shown.split(',').map(Number);
    const kept = keep === 'all' ? rolled : keep === 'lowest' ? rolled.slice(-hand.keep) : rolled.slice(0, hand.keep);
    const total = kept.reduce((sum, face) => sum + face, hand.bonus);
    found.set(total, (found.get(total) ?? 0n) + weight);
  }
  return found;
}

/** Rolled again once, and the second roll stands: every pair of rolls is equally likely. */
function oneDie({ faces, reroll }: Hand, { reroll: rule, distinctFaces }: Reading): Weights {
  const sides = distinctFaces ? [...new Set(faces)] : faces;
  const again = (face: number) => rule !== 'never' && reroll.includes(face);
  const weights: Weights = new Map();
  const add = (face: number, weight: number) => weights.set(face, (weights.get(face) ?? 0n) + BigInt(weight));
  const late = sides.filter(again).length;
  for (const face of sides) {
    if (rule === 'until gone') {
      if (!again(face)) add(face, 1);
    } else add(face, (again(face) ? 0 : sides.length) + late);
  }
  return weights;
}

function reduced(part: bigint, whole: bigint): string {
  let [a, b] = [part, whole];
  while (b > 0n) [a, b] = [b, a % b];
  return `${part / a}/${whole / a}`;
}
