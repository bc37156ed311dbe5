// Digests of one file of every format, which must not change.
import { expect, test } from 'vitest';
import { digestBytes } from '../../src/core/index.ts';
import { samples } from './samples.ts';

test('the same content gives the recorded bytes on every machine', async () => {
  // A changed digest changes the files of every task that uses the format. Run with -u only to change them on purpose.
  const digests: Record<string, string> = {};
  for (const [name, make] of Object.entries(samples)) {
    const bytes = await make();
    expect(digestBytes(await make()), name).toBe(digestBytes(bytes));
    digests[name] = digestBytes(bytes);
  }
  await expect(`${JSON.stringify(digests, null, 2)}\n`).toMatchFileSnapshot('digests.json');
});
