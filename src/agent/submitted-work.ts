// The files and the final response that an agent submits without a model, made from what an agent sees of an instance.
import type { Json } from '../core/index.ts';
import type { TaskInstance } from '../suite/index.ts';
import { runCell } from '../episode/index.ts';
import type { Agent } from './agent.ts';
import { asAnswerBlock } from '../dialects/index.ts';
import { pythonCall } from '../system/index.ts';

/** An instance without its truth and its checks. */
export type VisibleInstance = Pick<TaskInstance, 'id' | 'files' | 'query' | 'answer' | 'outputs'>;

export interface SubmittedWork {
  /** Keyed by path: `output/sales.csv`. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly response: string;
}

/** Writes the files through the interpreter, as a model does. */
export function submittingAgent(prepare: () => SubmittedWork | Promise<SubmittedWork>): Agent {
  return {
    async work(work) {
      const { files, response } = await prepare();
      if (files.size > 0) await runCell(work, 1, writeFilesCell(files));
      return { kind: 'response', text: response };
    },
  };
}

/** The code of a cell that writes these files below the current folder. */
export function writeFilesCell(files: ReadonlyMap<string, Uint8Array>): string {
  const contents = Object.fromEntries([...files].map(([path, bytes]) => [path, Buffer.from(bytes).toString('base64')]));
  return pythonCall('write_files', contents);
}

/** A final response with these values in an answer block, if the query asks for an answer. */
export function answerWith(instance: VisibleInstance, value: (field: string) => Json): string {
  if (!instance.answer) return 'Done.';
  const values = Object.fromEntries(Object.keys(instance.answer).map((field) => [field, value(field)]));
  return asAnswerBlock(JSON.stringify(values));
}
