// Makes an input with a finding smaller, as long as the finding stays the same.
import type { BoundedWorker, Finding } from './bounded.ts';

/** The most inputs that are read: more where reading is quick, fewer where it takes seconds. */
const MAX_READS = { thrown: 300, other: 12 };

export async function minimised(
  name: string,
  bytes: Uint8Array,
  finding: Finding,
  worker: BoundedWorker,
): Promise<Uint8Array> {
  let best = bytes;
  let left = finding.what === 'thrown' ? MAX_READS.thrown : MAX_READS.other;
  for (let size = Math.ceil(bytes.length / 2); size >= 1 && left > 0; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < best.length && left > 0;) {
      const shorter = Buffer.concat([best.subarray(0, at), best.subarray(at + size)]);
      left -= 1;
      const again = shorter.length > 0 ? await worker.run({ name, bytes: shorter }) : undefined;
      if (again?.finding && signature(again.finding) === signature(finding)) best = shorter;
      else at += size;
    }
  }
  return best;
}

/** Equal for findings with one cause: errors at the same place, or other findings of the same type. */
export function signature({ what, detail }: Finding): string {
  return what === 'thrown' ? detail.replaceAll(/\d+/g, '0') : what;
}
