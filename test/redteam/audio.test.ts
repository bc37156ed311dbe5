// Sounds: the edited interview must be the recording in full resolution; the encoding of the file is free.
import { readSound, writeWav, type SoundFile } from '../../src/formats/index.ts';
import { redTeam, replaced, withBytes, type Make } from '../support/redteam.ts';

const FILE = 'output/interview_edited.wav';
const WRITE = 'soundfile.write("output/interview_edited.wav", sound[keep], rate, subtype="PCM_16")';

/** The reference's sound with changed samples. */
const heard =
  (change: (samples: Float32Array, sound: SoundFile) => Float32Array): Make =>
  async ({ reference }) => {
    const sound = await readSound(reference.files.get(FILE) ?? new Uint8Array());
    const channels = sound.channels.map((samples) => change(samples, sound));
    return withBytes(reference, FILE, writeWav(channels, sound.rate));
  };

const inBits = (bits: number) =>
  heard((samples) => samples.map((sample) => Math.round(sample * 2 ** (bits - 1)) / 2 ** (bits - 1)));

/** The reference's program with another way of writing the file. */
const by =
  (source: string): Make =>
  ({ program, python }) =>
    python(replaced(program, WRITE, source));

/** Linear fades of this number of milliseconds before and after every cut. */
const faded = (ms: number) =>
  by(`final = sound[keep]
size = round(rate * ${ms} / 1000)
ramp = np.linspace(0, 1, size)[:, None]
for join in np.flatnonzero(np.diff(np.flatnonzero(keep)) > 1) + 1:
    final[join - size:join] *= ramp[::-1]
    final[join:join + size] *= ramp
soundfile.write("${FILE}", final, rate, subtype="PCM_16")`);

redTeam('audio/cue-sheet-edit', {
  wrong: {
    'five bits': inBits(5),
    'six bits': inBits(6),
    'eight bits': inBits(8),
    'ten bits': inBits(10),
    'fades of 9 ms at the cuts': faded(9),
    'fades of 4 ms at the cuts': faded(4),
    'without the high tones': heard((samples) =>
      samples.map((sample, at) => (sample + (samples[at - 1] ?? 0) + (samples[at + 1] ?? 0)) / 3),
    ),
    'through MP3': by(`import subprocess
soundfile.write("/tmp/a.wav", sound[keep], rate, subtype="PCM_16")
subprocess.run(["ffmpeg", "-v", "error", "-y", "-i", "/tmp/a.wav", "-b:a", "128k", "/tmp/a.mp3"], check=True)
subprocess.run(["ffmpeg", "-v", "error", "-y", "-i", "/tmp/a.mp3", "-c:a", "pcm_s16le", "${FILE}"], check=True)`),
    'every second sample twice': heard((samples) => samples.map((_, at) => samples[at - (at % 2)] ?? 0)),
  },
  right: {
    RF64: by(`soundfile.write("${FILE}", sound[keep], rate, subtype="PCM_16", format="RF64")`),
    'the extensible header': by(`soundfile.write("${FILE}", sound[keep], rate, subtype="PCM_16", format="WAVEX")`),
    'dithered to 16 bits': by(`noise = np.random.default_rng(1).random((2, *sound[keep].shape))
soundfile.write("${FILE}", sound[keep] + (noise[0] - noise[1]) / 32768, rate, subtype="PCM_16")`),
    'truncated to whole numbers by wave': by(`import wave
with wave.open("${FILE}", "wb") as file:
    file.setparams((2, 2, rate, 0, "NONE", ""))
    file.writeframes(np.trunc(sound[keep] * 32767).astype("<i2").tobytes())`),
    'written to a pipe, without a length': by(`import subprocess
soundfile.write("/tmp/a.wav", sound[keep], rate, subtype="PCM_16")
piped = subprocess.run(["ffmpeg", "-v", "error", "-i", "/tmp/a.wav", "-c:a", "pcm_s16le", "-f", "wav", "-"], capture_output=True)
with open("${FILE}", "wb") as file:
    file.write(piped.stdout)`),
    'cuts that end a sample later': ({ program, python }) =>
      python(replaced(program, 'keep[stretch] = False', 'keep[stretch.start:stretch.stop + 1] = False')),
  },
});
