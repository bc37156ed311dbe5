// Films: metadata of files that ffmpeg and OpenCV write, and broken files.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readFilm } from '../../src/formats/pictures/film.ts';
import { FormatProblem } from '../../src/formats/problem.ts';
import type { InterpreterHost } from '../../src/interpreter/index.ts';
import { testHost } from '../support/host.ts';
import { fileOf, python } from './python.ts';

let host: InterpreterHost;
beforeAll(async () => {
  host = await testHost({}, 'none');
});
afterAll(() => host.close());

test('whole films of ffmpeg and OpenCV are read, and cut ones are refused', async () => {
  const made = await python(
    host,
    `import subprocess, cv2, numpy as np
source = ['-f', 'lavfi', '-i', 'testsrc=size=160x90:rate=20:duration=2', '-f', 'lavfi', '-i', 'sine=frequency=440:duration=2']
for name, more in [('a.mp4', ['-pix_fmt', 'yuv420p']), ('fast.mp4', ['-pix_fmt', 'yuv420p', '-movflags', '+faststart']), ('a.webm', ['-c:v', 'libvpx-vp9', '-deadline', 'realtime'])]:
    subprocess.run(['ffmpeg', '-loglevel', 'error', *source, *more, 'output/' + name], check=True)
w = cv2.VideoWriter('output/cv.mp4', cv2.VideoWriter_fourcc(*'mp4v'), 10, (64, 48))
for v in range(15): w.write(np.full((48, 64, 3), v * 10, np.uint8))
w.release()`,
  );
  const film = await readFilm(fileOf(made, 'a.mp4'));
  expect(film).toMatchObject({
    container: 'MP4',
    video: { codec: 'avc', width: 160, height: 90, frames: 40 },
    sound: { codec: 'aac', channels: 1, rate: 44_100 },
  });
  expect(film.duration).toBeCloseTo(2, 1);
  expect(film.video?.framesPerSecond).toBeCloseTo(20, 1);
  expect(await readFilm(fileOf(made, 'a.webm'))).toMatchObject({ video: { codec: 'vp9', frames: 40 } });
  expect(await readFilm(fileOf(made, 'cv.mp4'))).toMatchObject({
    video: { codec: null, width: 64, height: 48, frames: 15 },
    sound: null,
  });
  for (const name of ['a.mp4', 'fast.mp4', 'cv.mp4']) {
    const bytes = fileOf(made, name);
    await expect(readFilm(bytes.subarray(0, bytes.length / 2)), name).rejects.toThrow(FormatProblem);
  }
  await expect(readFilm(Buffer.from('not a film'))).rejects.toThrow(FormatProblem);
  await expect(readFilm(new Uint8Array())).rejects.toThrow(FormatProblem);
});
