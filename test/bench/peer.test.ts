// The peer of the interpreter benchmark: it must be a real one, in the same packages, or the ratios mean nothing.
import { expect, onTestFinished, test } from 'vitest';
import { Peer } from '../../bench/peer.mjs';
import { firstCell, trivialCell } from '../../bench/workload.mjs';
import { findImage } from '../../setup/image-store.mjs';

test('nbclient and a bare python3 run cells in the packages of the interpreter image', async ({ skip }) => {
  const image = findImage('interpreter');
  if (!image || !findImage('tools')) return skip('this machine lacks an image');
  const peer = await Peer.start();
  onTestFinished(() => peer.close());
  const [pandas = ''] = image.manifest.packages['python3-pandas']?.split('+') ?? [];
  expect(peer.versions['pandas']).toContain(pandas);
  for (const kind of ['nbclient', 'bare'] as const) {
    const starts = await peer.ask<{ firstCell: number[] }>({ do: 'starts', kind, count: 1, code: firstCell });
    expect(starts.firstCell).toEqual([expect.any(Number)]);
    const trips = await peer.ask<{ roundTrip: number[] }>({ do: 'roundTrips', kind, count: 3, code: trivialCell });
    expect(trips.roundTrip).toHaveLength(3);
  }
  await expect(peer.ask({ do: 'starts', kind: 'nbclient', count: 1, code: '1 / 0' })).rejects.toThrow(
    'ZeroDivisionError: division by zero',
  );
});
