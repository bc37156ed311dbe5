// The lock of a run: comparison of two locks, and locks of version 1.
import { expect, test } from 'vitest';
import { defaultLimits, defaultTimeLimits, digestBytes, lockSchema, type Lock } from '../../src/core/index.ts';
import { lockDifferences } from '../../src/results/index.ts';

const lock: Lock = {
  v: 2,
  pybench: '0.1.0',
  code: { kit: digestBytes('kit'), verifier: digestBytes('verifier') },
  instances: { 'chart/a@1.en': digestBytes('a'), 'chart/b@1.en': digestBytes('b') },
  tasks: { 'chart/a': 'one', 'chart/b': 'two' },
  prompts: null,
  limits: defaultLimits,
  time: defaultTimeLimits,
  isolation: 'full',
  image: { list: 'list', manifest: 'manifest', asRecorded: true },
  tools: { list: 'tools list', manifest: 'tools manifest', asRecorded: true },
  python: { version: '3.11.2', packages: { numpy: '1.24.2', pandas: '1.5.3' } },
  salt: null,
};

test('a lock does not differ from its copy', () => {
  expect(lockDifferences(lock, structuredClone(lock))).toEqual([]);
});

test('every part that differs is named, with both values', () => {
  const other: Lock = {
    ...lock,
    instances: { 'chart/a@1.en': digestBytes('A'), 'chart/c@1.en': digestBytes('c') },
    tasks: { 'chart/a': 'ONE', 'chart/b': 'two' },
    pybench: '0.2.0',
    code: { kit: digestBytes('other kit'), verifier: digestBytes('verifier') },
    prompts: digestBytes('prompts'),
    limits: { ...defaultLimits, cellCpuSeconds: 30, processes: 8 },
    isolation: 'landlock',
    image: null,
    tools: { list: 'tools list', manifest: 'rebuilt', asRecorded: false },
    python: { version: '3.12.0', packages: { numpy: '2.0.0', scipy: '1.10.1', pandas: '1.5.3' } },
    salt: digestBytes('salt'),
  };
  const differences = lockDifferences(lock, other);
  expect(differences.map((line) => line.split(':')[0])).toEqual([
    'instance chart/a@1.en',
    'instance chart/b@1.en',
    'instance chart/c@1.en',
    'task chart/a',
    'version of pybench',
    'code of the kit',
    'prompts',
    'limit cellCpuSeconds',
    'limit processes',
    'isolation',
    'image',
    'tools image (Chromium, LibreOffice, OCR)',
    'python',
    'package numpy',
    'package scipy',
    'salt',
  ]);
  expect(differences).toContain('limit cellCpuSeconds: 60 → 30');
  expect(differences).toContain('tools image (Chromium, LibreOffice, OCR): tools manifest → rebuilt');
  expect(differences).toContain('package scipy: none → 1.10.1');
  expect(differences).toContain(
    `instance chart/a@1.en: ${digestBytes('a').slice(0, 12)} → ${digestBytes('A').slice(0, 12)}`,
  );
});

test('a lock without digests of instances does not differ in them', () => {
  expect(lockDifferences(lock, { ...lock, instances: {} })).toEqual([]);
});

test('a lock without a field for the tools image is read, and does not differ in it; null means that none was installed', () => {
  const { tools: _, ...earlier } = lock;
  expect(lockSchema.parse(earlier)).toEqual(earlier);
  expect(lockDifferences(lockSchema.parse(earlier), lock)).toEqual([]);
  expect(lockDifferences(lock, earlier)).toEqual([]);
  expect(lockDifferences(lockSchema.parse({ ...lock, tools: null }), lock)).toEqual([
    'tools image (Chromium, LibreOffice, OCR): none → tools manifest',
  ]);
});

test('a lock of version 1 is read, and compared with one of version 2', () => {
  const { pybench, code: _, ...rest } = lock;
  const first = { ...rest, v: 1, kit: { version: pybench, digest: digestBytes('kit') } };
  const read = lockSchema.parse(first);
  expect(lockDifferences(read, lockSchema.parse(structuredClone(first)))).toEqual([]);
  expect(lockDifferences(read, lock)).toEqual(['code: one of the locks has no digests of its parts']);
  const other = lockSchema.parse({ ...first, kit: { version: pybench, digest: digestBytes('other') } });
  expect(lockDifferences(read, other)).toEqual([
    `code: ${digestBytes('kit').slice(0, 12)} → ${digestBytes('other').slice(0, 12)}`,
  ]);
});
