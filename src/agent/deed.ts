// What somebody hands in who does no work: files and a final response, made from what an agent may see of an exam.
import type { Json } from '../core/index.ts';
import type { TaskInstance } from '../suite/index.ts';
import { runCell, type Agent } from './agent.ts';
import { asAnswerBlock } from '../dialects/index.ts';
import { pythonCall } from '../system/index.ts';

/** An exam without its truth and its checks. */
export type SeenInstance = Pick<TaskInstance, 'id' | 'files' | 'query' | 'answer' | 'outputs'>;

export interface Submitted {
  /** By path: `output/sales.csv`. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly response: string;
}

/** Writes the files through the interpreter, as a model would have to. */
export function submittingAgent(prepare: () => Submitted | Promise<Submitted>): Agent {
  return {
    async work(work) {
      const { files, response } = await prepare();
      if (files.size > 0) await runCell(work, 1, writeFilesCell(files));
      return { kind: 'response', text: response };
    },
  };
}

/** A cell that writes these files below the current folder. */
export function writeFilesCell(files: ReadonlyMap<string, Uint8Array>): string {
  const contents = Object.fromEntries([...files].map(([path, bytes]) => [path, Buffer.from(bytes).toString('base64')]));
  return pythonCall('write_files', contents);
}

/** The final response of an answer's values, where the query asks for values. */
export function answerWith(exam: SeenInstance, value: (field: string) => Json): string {
  if (!exam.answer) return 'Done.';
  const values = Object.fromEntries(Object.keys(exam.answer).map((field) => [field, value(field)]));
  return asAnswerBlock(JSON.stringify(values));
}
