// What the agent left in its workspace.
import type { InputFile } from './task.ts';

/** The contents of a workspace after the agent has finished. */
export interface Collected {
  /** Regular files under ./output, with paths relative to the workspace. */
  readonly files: readonly InputFile[];
  readonly left: readonly { readonly path: string; readonly reason: string }[];
  readonly inputsIntact: boolean;
  /**
   * The JSON that figure capture recorded about these files, by their SHA-256. It comes from the sandbox and is
   * untrusted.
   */
  readonly figures: ReadonlyMap<string, Uint8Array>;
}
