// Checks the form of a sound, its tones, segments and peak, and its likeness to the true recording.
import type { Json } from '../../../core/index.ts';
import {
  align,
  durationOf,
  levelOf,
  likenessAt,
  monoOf,
  readSound,
  segments as segmentsOf,
  thinned,
  toneLevel,
  type SoundFile,
} from '../../../formats/index.ts';
import type { SoundForm, SoundLook, SoundTone } from './kind.ts';
import { encoderPadding } from './padding.ts';
import { fail, pass, type CheckFinding } from '../../material.ts';

const MAX_EVIDENCE = 50;
type Look<Name> = Extract<SoundLook, { look: Name }>;

export function compareSoundForm(form: SoundForm, sound: SoundFile): CheckFinding {
  const seconds = durationOf(sound);
  const tooLong = form.seconds !== undefined && seconds - form.seconds > form.within + encoderPadding(sound);
  const tooShort = form.seconds !== undefined && form.seconds - seconds > form.within;
  const problems = [
    form.types && !form.types.includes(sound.type) && `it is a ${sound.type}, not a ${form.types.join(' or ')}`,
    form.rate !== undefined && form.rate !== sound.rate && `its rate is ${sound.rate}, not ${form.rate}`,
    form.channels !== undefined &&
      form.channels !== sound.channels.length &&
      `it has ${sound.channels.length} channels, not ${form.channels}`,
    form.bits !== undefined && form.bits !== sound.bits && `a sample has ${sound.bits ?? 'no'} bits, not ${form.bits}`,
    (tooLong || tooShort) && `it lasts ${seconds.toFixed(2)} s, not ${form.seconds?.toFixed(2)} s`,
  ].filter((problem) => typeof problem === 'string');
  const actual = {
    type: sound.type,
    rate: sound.rate,
    channels: sound.channels.length,
    seconds: Math.round(seconds * 1000) / 1000,
    ...(sound.bits !== undefined && { bits: sound.bits }),
  };
  const more = { expected: form as Json, actual };
  return problems.length > 0 ? fail(problems.join('; '), more) : pass(`${sound.type}, ${seconds.toFixed(2)} s`, more);
}

export function compareTones(tones: readonly SoundTone[], sound: SoundFile): CheckFinding {
  const mono = monoOf(sound);
  const wrong = tones.flatMap((tone) => {
    const { name, from, to, hertz, least = -Infinity, most = Infinity } = tone;
    const samples = tone.channel === undefined ? mono : (sound.channels[tone.channel] ?? new Float32Array());
    const [start, end] = [from, to].map((time) => Math.min(samples.length, Math.round(time * sound.rate)));
    const level =
      end !== undefined && start !== undefined && end > start
        ? toneLevel(samples, sound.rate, hertz, start, end)
        : -120;
    if (level >= least && level <= most) return [];
    const bound = level < least ? `at least ${least}` : `at most ${most}`;
    return [{ name, from, to, hertz, level: Math.round(level * 10) / 10, bound }];
  });
  const [first] = wrong;
  const more = { evidence: { windows: wrong.slice(0, MAX_EVIDENCE) } };
  if (!first) return pass(`all ${tones.length} tones are as they should be`, more);
  return fail(
    `${wrong.length} of ${tones.length} tones are wrong; ${first.name} (${first.hertz} Hz at ${first.from} s): ${first.level} dB, should be ${first.bound} dB`,
    more,
  );
}

export function compareSegments(look: Look<'segments'>, sound: SoundFile): CheckFinding {
  const found = segmentsOf(monoOf(sound), sound.rate, look.threshold, look.pause);
  const spans = (list: readonly { start: number; end: number }[]) =>
    list.slice(0, MAX_EVIDENCE).map(({ start, end }) => ({ start: round(start), end: round(end) }));
  const more = { expected: spans(look.segments), actual: spans(found) };
  if (found.length !== look.segments.length)
    return fail(`${found.length} stretches can be heard, not ${look.segments.length}`, more);
  const lead = encoderPadding(sound);
  const off = (wanted: number, given: number) => given < wanted - look.within || given > wanted + look.within + lead;
  const at = look.segments.findIndex(
    ({ start, end }, index) => off(start, found[index]?.start ?? 0) || off(end, found[index]?.end ?? 0),
  );
  if (at < 0) return pass(`all ${found.length} stretches begin and end on time`, more);
  const [wanted, given] = [look.segments[at], found[at]];
  return fail(
    `stretch ${at + 1} is heard from ${round(given?.start ?? 0)} to ${round(given?.end ?? 0)} s, not from ${round(wanted?.start ?? 0)} to ${round(wanted?.end ?? 0)} s`,
    more,
  );
}

const round = (seconds: number) => Math.round(seconds * 1000) / 1000;

export function comparePeak(
  { least = -Infinity, most = Infinity, clipped = Infinity }: Look<'peak'>,
  sound: SoundFile,
) {
  let [peak, cut] = [0, 0];
  for (const samples of sound.channels) {
    for (const sample of samples) {
      peak = Math.max(peak, Math.abs(sample));
      if (Math.abs(sample) >= 0.9999) cut += 1;
    }
  }
  const level = peak > 1e-6 ? Math.round(200 * Math.log10(peak)) / 10 : -120;
  const actual = { peak: level, clipped: cut };
  if (level < least) return fail(`its peak is ${level} dB, should be at least ${least} dB`, { actual });
  if (level > most) return fail(`its peak is ${level} dB, should be at most ${most} dB`, { actual });
  if (cut > clipped) return fail(`${cut} samples are cut off at full scale`, { actual });
  return pass(`its peak is ${level} dB`, { actual });
}

/** Pieces quieter than this are not compared: their waveform is too weak. */
const SILENT_DB = -55;
const PIECE_SECONDS = 0.5;
const MAX_PHASES = 16;

export async function compareSound(
  { sound: base64, likeness, within }: Look<'like'>,
  sound: SoundFile,
): Promise<CheckFinding> {
  const truthFile = await readSound(Buffer.from(base64, 'base64'));
  const truth = monoOf(truthFile);
  const { rate } = truthFile;
  if (sound.rate < rate) return fail(`its rate is only ${sound.rate}`);
  const mono = monoOf(sound);
  const given = thinned(mono, sound.rate, rate);
  // An edit that is one sample off shifts the rest by a fraction of a thinned sample, so several phases are tried.
  const size = Math.round(PIECE_SECONDS * rate);
  const phases = Array.from({ length: Math.min(MAX_PHASES, Math.round(sound.rate / rate)) }, (_, phase) =>
    phase === 0 ? given : thinned(mono.subarray(phase), sound.rate, rate),
  );
  const most = Math.ceil((within + encoderPadding(sound)) * rate);
  const { shift } = align(truth, given, most);
  const room = Math.ceil(within * rate);
  const wrong: { from: number; to: number; likeness: number }[] = [];
  for (let at = 0; at + size <= truth.length; at += size) {
    const piece = truth.subarray(at, at + size);
    if (levelOf(piece) < SILENT_DB) continue;
    let best = -1;
    for (const phase of phases)
      for (const off of around(room)) best = Math.max(best, likenessAt(piece, phase, at + shift + off));
    if (best < likeness)
      wrong.push({ from: at / rate, to: (at + size) / rate, likeness: Math.round(best * 100) / 100 });
  }
  const more = { actual: { shift: round(shift / rate) }, evidence: { windows: wrong.slice(0, MAX_EVIDENCE) } };
  const [first] = wrong;
  if (!first) return pass('it is the recording it should be', more);
  return fail(`from ${first.from} to ${first.to} s it is another recording (${wrong.length} such stretches)`, more);
}

/** Whole numbers from -most to most. */
function around(most: number): number[] {
  return Array.from({ length: 2 * most + 1 }, (_, index) => index - most);
}
