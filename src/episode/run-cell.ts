// Running one cell and recording it.
import { reasonOf, type EventBody } from '../core/index.ts';
import type { CellResult, Interpreter } from '../interpreter/index.ts';

/** Where cells run and where events go. */
export interface CellContext {
  readonly interpreter: Pick<Interpreter, 'run'>;
  /** Appends an event to the log. */
  readonly record: (event: EventBody) => void;
  readonly signal: AbortSignal;
}

export async function runCell(
  { interpreter, record, signal }: CellContext,
  cell: number,
  code: string,
): Promise<CellResult> {
  record({ kind: 'cell-start', cell, code });
  const started = performance.now();
  const result = await interpreter.run(code, { signal }).catch((error: unknown) => {
    const wallMs = performance.now() - started;
    record({ kind: 'cell-end', cell, status: 'crashed', reason: reasonOf(error), cpuMs: 0, wallMs, memoryBytes: null });
    throw error;
  });
  for (const output of result.outputs) record({ kind: 'cell-output', cell, output });
  const { status, reason, cpuMs, wallMs, memoryBytes } = result;
  record({ kind: 'cell-end', cell, status, ...(reason ? { reason } : {}), cpuMs, wallMs, memoryBytes });
  return result;
}
