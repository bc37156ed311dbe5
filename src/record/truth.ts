// The file with the truth of a trial: what a regrade needs, so that it does not run the generator.
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { answerSchemaSchema, jsonSchema, outputsSchema, Problem, reasonOf, type Instance } from '../core/index.ts';
import { runPaths } from './paths.ts';

const truthFileSchema = z.object({ truth: jsonSchema, answer: answerSchemaSchema.nullable(), outputs: outputsSchema });

type RecordedTruth = z.infer<typeof truthFileSchema>;

export function printTruth({ truth, answer, outputs }: Pick<Instance, 'truth' | 'answer' | 'outputs'>): string {
  return `${JSON.stringify({ truth, answer: answer ?? null, outputs }, null, 2)}\n`;
}

export function readTruth(folder: string, trial: string): RecordedTruth {
  const file = runPaths(folder).trial(trial).truth;
  try {
    return truthFileSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    throw new Problem(`${file} cannot be read: ${reasonOf(error)}`, { cause: error });
  }
}
