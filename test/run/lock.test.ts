import { expect, test } from 'vitest';
import { defaultLimits, defaultTimeLimits, digestBytes, type Lock } from '../../src/core/index.ts';
import { lockDifferences } from '../../src/run/index.ts';

const lock: Lock = {
  v: 1,
  instances: { 'chart/a@1.en': digestBytes('a'), 'chart/b@1.en': digestBytes('b') },
  tasks: { 'chart/a': 'one', 'chart/b': 'two' },
  kit: { version: '0.1.0', digest: digestBytes('kit') },
  prompts: null,
  limits: defaultLimits,
  time: defaultTimeLimits,
  isolation: 'full',
  image: { list: 'list', manifest: 'manifest', asRecorded: true },
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
    kit: { version: '0.2.0', digest: digestBytes('kit') },
    prompts: digestBytes('prompts'),
    limits: { ...defaultLimits, cellCpuSeconds: 30, processes: 8 },
    isolation: 'landlock',
    image: null,
    python: { version: '3.12.0', packages: { numpy: '2.0.0', scipy: '1.10.1', pandas: '1.5.3' } },
    salt: digestBytes('salt'),
  };
  const differences = lockDifferences(lock, other);
  expect(differences.map((line) => line.split(':')[0])).toEqual([
    'instance chart/a@1.en',
    'instance chart/b@1.en',
    'instance chart/c@1.en',
    'task chart/a',
    'kit',
    'prompts',
    'limit cellCpuSeconds',
    'limit processes',
    'isolation',
    'image',
    'python',
    'package numpy',
    'package scipy',
    'salt',
  ]);
  expect(differences).toContain('limit cellCpuSeconds: 60 → 30');
  expect(differences).toContain('package scipy: none → 1.10.1');
  expect(differences).toContain(
    `instance chart/a@1.en: ${digestBytes('a').slice(0, 12)} → ${digestBytes('A').slice(0, 12)}`,
  );
});

test('another digest of the kit at the same version is a difference too', () => {
  const changed = { ...lock, kit: { ...lock.kit, digest: digestBytes('other') } };
  expect(lockDifferences(lock, changed)).toHaveLength(1);
});
