// Compares short excerpts of a sound with the true recording, sample by sample. This detects hiss (too few bits),
// missing high frequencies and short fades, which other checks hardly detect.
import { errorLevel, readSound, type SoundFile } from '../../../formats/index.ts';
import type { SoundLook } from './kind.ts';
import { fail, pass, type CheckFinding } from '../../material.ts';

const MAX_EVIDENCE = 50;

export async function compareExcerpts(
  { sound: base64, starts, most, within, gain }: Extract<SoundLook, { look: 'excerpts' }>,
  given: SoundFile,
): Promise<CheckFinding> {
  const { rate, channels } = await readSound(Buffer.from(base64, 'base64'));
  if (given.rate !== rate) return fail(`its rate is ${given.rate}, not ${rate}`);
  if (given.channels.length !== channels.length)
    return fail(`it has ${given.channels.length} channels, not ${channels.length}`);
  const size = Math.floor((channels[0]?.length ?? 0) / starts.length);
  const reach = Math.round(within * rate);
  const measured = starts.flatMap((start, index) =>
    channels.map((samples, channel) => {
      const truth = samples.subarray(index * size, (index + 1) * size);
      const level = errorLevel(truth, given.channels[channel] ?? new Float32Array(), {
        at: Math.round(start * rate),
        reach,
        gain,
      });
      return { from: start, to: start + size / rate, channel: channel + 1, level: Math.round(level * 10) / 10 };
    }),
  );
  const wrong = measured.filter(({ level }) => level > most).toSorted((a, b) => b.level - a.level);
  const worst = measured.reduce((highest, { level }) => Math.max(highest, level), -120);
  const more = {
    expected: { 'error at most': most },
    actual: { 'error in the worst stretch': worst },
    evidence: { windows: wrong.slice(0, MAX_EVIDENCE) },
  };
  const [first] = wrong;
  if (!first) return pass(`sample for sample it is the recording it should be (error ${worst} dB)`, more);
  return fail(
    `${wrong.length} of ${measured.length} stretches differ from the recording; at ${first.from.toFixed(2)} s by ${first.level} dB (at most ${most} dB)`,
    more,
  );
}
