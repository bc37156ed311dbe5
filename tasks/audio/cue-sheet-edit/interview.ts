// The recording: two voices, each nearer to its own microphone, in a room that hums softly.
import { sound, type Draw } from 'pybench/kit';
import { RATE } from './cues.ts';

export type Interview = {
  channels: readonly [Float64Array, Float64Array];
  turns: readonly { name: string; start: number; end: number }[];
};

export function makeInterview(draw: Draw): Interview {
  const talk = sound.conversation(draw, sound.voices(draw, 2), draw.int(11, 13), RATE);
  const ear = (speaker: string, salt: string) => {
    // The voice of the other side has a third of the amplitude.
    const samples = new Float64Array(talk.samples.length);
    for (const { name, start, end } of talk.segments) {
      const [from, to] = [Math.round(start * RATE), Math.round(end * RATE)];
      const gain = name === speaker ? 1 : 0.35;
      for (let at = from; at < to; at += 1) samples[at] = gain * (talk.samples[at] ?? 0);
    }
    const room = sound.pinkNoise(draw.fork(salt), samples.length / RATE, RATE, 0.004);
    return sixteenBits(sound.mix(samples, room));
  };
  return { channels: [ear('1', 'left'), ear('2', 'right')], turns: talk.segments };
}

/** The recording as decoded from the file. */
function sixteenBits(samples: Float64Array): Float64Array {
  return samples.map((sample) => Math.round(Math.max(-1, Math.min(1, sample)) * 32_767) / 32_767);
}
