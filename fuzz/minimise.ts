// Makes an input with a finding smaller, as long as the finding stays the same.
import type { Bounded, Finding } from './bounded.ts';

/** The number of tries, for inputs that are quick to read and for those that take seconds each. */
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

/** Whether two findings have one cause: the same place of the error, or both are slow. */
export function signature({ what, detail }: Finding): string {
  return what === 'thrown' ? detail.replaceAll(/\d+/g, '0') : what;
}
