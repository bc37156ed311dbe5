// What an agent left in its workspace.
import type { InputFile } from './task.ts';

/** What a workspace holds when the work is done. */
export interface Collected {
  /** Regular files under ./output, with paths relative to the workspace. */
  readonly files: readonly InputFile[];
  readonly left: readonly { readonly path: string; readonly reason: string }[];
  readonly inputsIntact: boolean;
  /** What figure capture recorded of these files, as JSON, by their SHA-256: a claim, not a fact. */
  readonly figures: ReadonlyMap<string, Uint8Array>;
}
