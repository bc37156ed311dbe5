// Every input in which fuzzing found a fault must be read, or refused with a plain reason, within a grader's limits.
import { afterAll, describe, expect, test } from 'vitest';
import { BoundedWorker } from '../../fuzz/bounded.ts';
import { inputOf } from '../../fuzz/inputs.ts';
import { keptSeeds } from '../../fuzz/seeds.ts';
import { targets } from '../../fuzz/targets.ts';

const worker = new BoundedWorker();
afterAll(() => worker.close());

describe('kept seeds', () => {
  test.each(keptSeeds().map((seed) => [`${seed.target} ${seed.name}`, seed] as const))('%s', async (_, seed) => {
    const { finding } = await worker.run({ name: seed.target, bytes: seed.bytes() });
    expect(finding).toBeUndefined();
  });
});

describe('every target', () => {
  test.each(Object.entries(targets))('%s reads its own samples', async (_, { samples, read }) => {
    for (const bytes of await samples()) await expect(Promise.resolve(read(bytes))).resolves.not.toBeInstanceOf(Error);
  });

  test.each(Object.entries(targets))('%s makes one input per number', async (name, { samples, container }) => {
    const files = await samples();
    const inputs = [7, 7, 8, 9, 10].map((number) => inputOf(name, files, container, 'x', number));
    expect(inputs[0]).toEqual(inputs[1]);
    expect(new Set(inputs.map((bytes) => Buffer.from(bytes).toString('latin1'))).size).toBeGreaterThan(2);
  });
});

test('a worker that dies is a finding', async () => {
  const { finding } = await worker.run({ name: 'no such target', bytes: new Uint8Array([1]) });
  expect(finding?.what).toMatch(/thrown|died/);
});
