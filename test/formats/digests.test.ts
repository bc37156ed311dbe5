import { expect, test } from 'vitest';
import { digestBytes } from '../../src/core/index.ts';
import { samples } from './samples.ts';

test('the same content gives the same bytes in every clone', async () => {
  // Recorded: a change of a digest changes the files of every task that uses the format. Run with -u only when that is meant.
  const digests: Record<string, string> = {};
  for (const [name, make] of Object.entries(samples)) {
    const bytes = await make();
    expect(digestBytes(await make()), name).toBe(digestBytes(bytes));
    digests[name] = digestBytes(bytes);
  }
  await expect(`${JSON.stringify(digests, null, 2)}\n`).toMatchFileSnapshot('digests.json');
});
