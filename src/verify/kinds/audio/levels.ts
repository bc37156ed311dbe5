// Compares the loudness of a sound with the expected loudness, window by window. A window may have any level that the
// truth has nearby, so edits that are a few milliseconds early or late pass.
import { levelSteps, type SoundFile } from '../../../formats/index.ts';
import type { SoundLevels } from './kind.ts';
import { encoderPadding } from './padding.ts';
import { fail, pass, type CheckFinding } from '../../material.ts';

/** Limit of the evidence, so that a report page can draw it. */
const MAX_EVIDENCE = 50;

/** LAME lowers the level by 0.45 dB to avoid clipping. */
const LAME_DB = 0.5;

export function compareLevels(wanted: SoundLevels, sound: SoundFile): CheckFinding {
  const { channels, step } = wanted;
  if (sound.channels.length !== channels.length)
    return fail(`it has ${sound.channels.length} channels, not ${channels.length}`);
  const given = sound.channels.map((samples) => powers(levelSteps(samples, sound.rate, step)));
  const truth = channels.map(powers);
  const quieter = sound.type === 'mp3' ? LAME_DB : 0;
  const lead = leadOf(truth, given, Math.ceil(encoderPadding(sound) / step));
  const wrong = truth.flatMap((each, channel) =>
    wrongWindows(each, (given[channel] ?? []).slice(lead), wanted, quieter).map((window) => ({
      channel: channel + 1,
      ...window,
    })),
  );
  const [first] = wrong;
  const more = { evidence: { windows: wrong.slice(0, MAX_EVIDENCE) } };
  const total = truth.reduce((sum, each) => sum + Math.floor((each.length * step) / wanted.window), 0);
  if (!first) return pass('it is as loud as it should be all the way', more);
  const side = channels.length > 1 ? `, channel ${first.channel}` : '';
  return fail(
    `${wrong.length} of ${total} windows are too loud or too quiet; at ${first.from} s${side} ${first.actual} dB, not ${first.expected} dB`,
    more,
  );
}

interface Window {
  /** Seconds. */
  readonly from: number;
  readonly to: number;
  /** dB. */
  readonly expected: number;
  readonly actual: number;
}

function wrongWindows(
  truth: readonly number[],
  given: readonly number[],
  wanted: SoundLevels,
  quieter: number,
): Window[] {
  const { step, window, within, jitter, floor } = wanted;
  const [size, reach] = [Math.round(window / step), Math.round(jitter / step)];
  const level = (steps: readonly number[], at: number) => Math.max(floor, levelAt(steps, at, size));
  return Array.from({ length: Math.floor(truth.length / size) }, (_, index) => index * size).flatMap((at) => {
    const actual = level(given, at);
    const around = Array.from({ length: 2 * reach + 1 }, (_, shift) => level(truth, at + shift - reach));
    if (actual >= Math.min(...around) - within - quieter && actual <= Math.max(...around) + within) return [];
    return [
      {
        from: tenth(at * step),
        to: tenth((at + size) * step),
        expected: tenth(level(truth, at)),
        actual: tenth(actual),
      },
    ];
  });
}

const tenth = (value: number) => Math.round(value * 10) / 10;

function powers(levels: readonly number[]): number[] {
  return levels.map((level) => Math.exp((level * Math.LN10) / 10));
}

/** The level of a window; outside the sound there is silence. */
function levelAt(steps: readonly number[], from: number, size: number): number {
  let sum = 0;
  for (let at = from; at < from + size; at += 1) sum += steps[at] ?? 0;
  return sum > 1e-12 * size ? 10 * Math.log10(sum / size) : -120;
}

/** The number of steps that an encoder has added before the sound: the shift at which both loudness curves fit best. */
function leadOf(truth: readonly (readonly number[])[], given: readonly (readonly number[])[], most: number): number {
  let [best, least] = [0, Infinity];
  for (let lead = 0; lead <= most; lead += 1) {
    const off = truth.reduce(
      (sum, each, channel) =>
        sum + each.reduce((part, power, at) => part + Math.abs(power - (given[channel]?.[at + lead] ?? 0)), 0),
      0,
    );
    if (off < least) [best, least] = [lead, off];
  }
  return best;
}
