// The cue sheet, and the result of its edits. Times are whole milliseconds of the original recording.
import { liveTraps, type Draw } from 'pybench/kit';
import type { Interview } from './interview.ts';

export const RATE = 16_000;

export type Cue = { from: number; to: number; edit: string };

const LONGEST_MS = 2_600;

export function makeCues(draw: Draw, { channels, turns }: Interview): Cue[] {
  const length = Math.floor((channels[0].length / RATE) * 1000);
  return liveTraps(
    draw,
    (again) => {
      // Only cuts may overlap: each other edit has a stretch of its own.
      const starts = spread(again, 8, length);
      const at = (slot: number, least: number, most: number) => {
        const from = starts[slot] ?? 0;
        return { from, to: from + again.int(least, most) };
      };
      const wide = at(0, 1800, LONGEST_MS);
      const inner = wide.from + again.int(300, 600);
      const late = at(1, 1000, 1600);
      return [
        { ...wide, edit: 'cut' },
        // One cut within another, and two that overlap.
        { from: inner, to: inner + again.int(600, 900), edit: 'cut' },
        { ...late, edit: 'cut' },
        { from: late.to - again.int(250, 500), to: late.to + again.int(500, 900), edit: 'cut' },
        { ...at(2, 600, 1500), edit: 'cut' },
        { ...at(3, 700, 1400), edit: 'mute' },
        { ...at(4, 500, 1000), edit: 'bleep' },
        { ...at(5, 500, 1000), edit: 'bleep' },
        { ...at(6, 1500, 2500), edit: `-${again.int(5, 9)} dB` },
        { ...at(7, 1500, 2500), edit: `+${again.int(3, 5)} dB` },
      ];
    },
    {
      // Muted, bleeped and levelled stretches must hold speech; otherwise the edit would not be audible.
      'keeps-speech': (cues) => cues.filter(({ edit }) => edit !== 'cut').every((cue) => spoken(cue, turns) > 450),
      // The first edit is a cut and the last one is another edit, so that every shift shows.
      'one-by-one': (cues) => {
        const order = cues.toSorted((a, b) => a.from - b.from);
        return order[0]?.edit === 'cut' && order.at(-1)?.edit !== 'cut';
      },
    },
    400,
  );
}

/** `count` starts with room for the longest stretch after each, in drawn order. */
function spread(draw: Draw, count: number, length: number): number[] {
  const slot = Math.floor((length - 1000) / count);
  const free = slot - LONGEST_MS - 300;
  return draw.shuffle(draw.many(count, (index) => 500 + index * slot + draw.int(0, Math.max(0, free))));
}

function spoken({ from, to }: Cue, turns: Interview['turns']): number {
  return turns.reduce(
    (sum, { start, end }) => sum + Math.max(0, Math.min(to, end * 1000) - Math.max(from, start * 1000)),
    0,
  );
}

const place = (ms: number) => (ms * RATE) / 1000;

export type Edited = {
  channels: readonly [Float64Array, Float64Array];
  /** Where the bleeps are in the edited recording, in seconds. */
  bleeps: { start: number; end: number }[];
  /** Edges of edits, in seconds of the edited recording. */
  edges: number[];
};

export function edited(channels: Interview['channels'], cues: readonly Cue[]): Edited {
  const gone = new Uint8Array(channels[0].length);
  for (const { from, to, edit } of cues) if (edit === 'cut') gone.fill(1, place(from), place(to));
  const kept = (samples: Float64Array) => samples.filter((_, at) => gone[at] === 0);
  const before = (at: number) => gone.subarray(0, at).reduce((sum, flag) => sum + 1 - flag, 0) / RATE;
  const changed = channels.map((samples) => {
    const out = samples.slice();
    for (const { from, to, edit } of cues) {
      for (let at = place(from); at < place(to); at += 1) out[at] = change(edit, out[at] ?? 0, at - place(from));
    }
    return kept(out);
  });
  return {
    channels: [changed[0] ?? new Float64Array(), changed[1] ?? new Float64Array()],
    bleeps: cues
      .filter(({ edit }) => edit === 'bleep')
      .map(({ from, to }) => ({ start: before(place(from)), end: before(place(to)) })),
    edges: [...new Set(cues.flatMap(({ from, to }) => [before(place(from)), before(place(to))]))],
  };
}

function change(edit: string, sample: number, at: number): number {
  if (edit === 'cut') return sample;
  if (edit === 'mute') return 0;
  if (edit === 'bleep') return 0.2 * Math.sin((2 * Math.PI * 1000 * at) / RATE);
  return sample * Math.exp((Number.parseFloat(edit) * Math.LN10) / 20);
}
