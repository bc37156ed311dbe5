// The peer of the interpreter benchmark must be a real nbclient with the same packages, or the ratios are meaningless.
import { expect, onTestFinished, test } from 'vitest';
import { Peer } from '../../bench/peer.ts';
import { firstCell, trivialCell } from '../../bench/workload.ts';
import { findImage } from '../../setup/image-store.mjs';

test('nbclient and a bare python3 run cells with the packages of the interpreter image', async ({ skip }) => {
  const image = findImage('interpreter');
  if (!image || !findImage('tools')) return skip('this machine lacks an image');
  const peer = await Peer.start();
  onTestFinished(() => peer.close());
  const [pandas = ''] = image.manifest.packages['python3-pandas']?.split('+') ?? [];
  expect(peer.versions['pandas']).toContain(pandas);
  for (const kind of ['nbclient', 'bare'] as const) {
    expect(await peer.firstCells(kind, 1, firstCell)).toEqual([expect.any(Number)]);
    expect(await peer.roundTrips(kind, 3, trivialCell)).toHaveLength(3);
  }
  await expect(peer.firstCells('nbclient', 1, '1 / 0')).rejects.toThrow('ZeroDivisionError: division by zero');
});
