// Reading runs for a report, and the errors for folders that are not runs.
import { appendFileSync, cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readAllReported } from '../../src/report/index.ts';
import { temporaryFolder } from '../support/folder.ts';
import { writeRun, type ShortRun } from '../support/run-folder.ts';

const small: ShortRun = {
  trials: [
    { task: 'chart/a', score: 1 },
    { task: 'chart/b', score: 0 },
  ],
};
const run = (short: ShortRun = small) => writeRun(temporaryFolder(), short);

test('a folder that is not a run is refused', () => {
  const folder = temporaryFolder();
  expect(() => readAllReported([folder])).toThrow(`${folder} is not a run that can be read: it has no run.json`);
  expect(() => readAllReported([join(folder, 'nowhere')])).toThrow('nowhere is not a run');
  writeFileSync(join(folder, 'run.json'), '{"v": 1');
  expect(() => readAllReported([folder])).toThrow(`${folder} is not a run that can be read`);
});

test('a run without an ended trial is refused', async () => {
  const folder = await run({ trials: [{ task: 'chart/a' }] });
  expect(() => readAllReported([folder])).toThrow(`${folder}: no trial has ended yet`);
});

test('a run of another format version is refused', async () => {
  const folder = await run();
  const config = JSON.parse(readFileSync(join(folder, 'run.json'), 'utf8')) as object;
  writeFileSync(join(folder, 'run.json'), JSON.stringify({ ...config, v: 3, pybench: '9.0.0' }));
  expect(() => readAllReported([folder])).toThrow(
    'was made by another version of PyBench (9.0.0, format 3; this version reads formats 1 and 2)',
  );
});

test('an incomplete last line is ignored with a warning', async () => {
  const folder = await run();
  expect(readAllReported([folder])[0]?.warnings).toEqual([]);
  appendFileSync(join(folder, 'results.jsonl'), '{"id":"chart/c@1.en#1","task":"cha');
  const [read] = readAllReported([folder]);
  expect(read?.rows).toHaveLength(2);
  expect(read?.warnings).toEqual([expect.stringContaining('the last line of results.jsonl is incomplete')]);
});

test('a row without a failure reason, from an older version, is read', async () => {
  const folder = await run();
  const rows = readFileSync(join(folder, 'results.jsonl'), 'utf8').replaceAll('"failure":"wrong-answer",', '');
  expect(rows).toContain('"failed"');
  writeFileSync(join(folder, 'results.jsonl'), rows);
  expect(readAllReported([folder])[0]?.summary).toMatchObject({ passed: 1, scored: 2, failures: {} });
});

test('a run that is given twice, also under another path, is refused', async () => {
  const folder = await run();
  expect(() => readAllReported([folder, `${folder}/`])).toThrow('are the same run; give it once');
  const copy = join(temporaryFolder(), 'copy');
  cpSync(folder, copy, { recursive: true });
  expect(() => readAllReported([folder, copy])).toThrow(`${folder} and ${copy} are the same run`);
});
