// Why the gates of a task have to run again.
import type { DigestGroup } from './task-digests.ts';

export type Staleness =
  | { readonly kind: 'unrecorded' }
  /** Something that the task depends on has changed. */
  | { readonly kind: 'changed'; readonly groups: readonly DigestGroup[] }
  /** The record covers fewer seeds, languages or gates. */
  | { readonly kind: 'narrower' }
  /** The caller asked for all gates or for some of them. */
  | { readonly kind: 'asked' };

const groupWords: Readonly<Record<DigestGroup, string>> = {
  task: 'the folder of the task',
  engine: 'the code that plays and grades every task',
  kit: 'the part of the kit that the task imports',
  kinds: 'the code of its kinds of checks',
  python: 'the Python side of the interpreter',
  image: 'the interpreter image',
  tools: 'the tools image (Chromium, LibreOffice, OCR)',
};

export function explainStaleness(stale: Staleness): string {
  switch (stale.kind) {
    case 'unrecorded':
      return 'its gates are not recorded';
    case 'changed':
      return `changed: ${stale.groups.map((group) => groupWords[group]).join(', ')}`;
    case 'narrower':
      return 'the record has fewer seeds, languages or gates';
    case 'asked':
      return '--all or --gate requests it';
  }
}
