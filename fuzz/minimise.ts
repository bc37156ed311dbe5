// Makes an input that found something smaller, as long as it finds the same.
import type { Bounded, Finding } from './bounded.ts';

/** Tries of inputs that are cheap to read, and of those that cost seconds each. */
const TRIES = { thrown: 300, other: 12 };

export async function minimised(
  name: string,
  bytes: Uint8Array,
  finding: Finding,
  worker: Bounded,
): Promise<Uint8Array> {
  let best = bytes;
  let left = finding.what === 'thrown' ? TRIES.thrown : TRIES.other;
  for (let size = Math.ceil(bytes.length / 2); size >= 1 && left > 0; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < best.length && left > 0;) {
      const shorter = Buffer.concat([best.subarray(0, at), best.subarray(at + size)]);
      left -= 1;
      const again = shorter.length > 0 ? await worker.carryOut({ name, bytes: shorter }) : undefined;
      if (again?.finding && signature(again.finding) === signature(finding)) best = shorter;
      else at += size;
    }
  }
  return best;
}

/** Two findings of one cause: where it was thrown, or that it is slow at all. */
export function signature({ what, detail }: Finding): string {
  return what === 'thrown' ? detail.replaceAll(/\d+/g, '0') : what;
}
