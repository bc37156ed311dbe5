// Making an instance: the generator runs on its own stream of randomness, and the kit completes the query.
import { extname } from 'node:path';
import { z } from 'zod';
import {
  answerSchemaSchema,
  Draw,
  instanceDigest,
  jsonSchema,
  outputsSchema,
  printInstanceId,
  Problem,
  usageProblem,
  type Instance,
  type InstanceId,
} from '../core/index.ts';
import { renderQuery } from '../kit/index.ts';
import { checkSchema, type Check } from '../verify/index.ts';
import { reasonAndPlace } from './place.ts';
import type { LoadedTask } from './task.ts';

export type TaskInstance = Instance<Check>;

const inputPath = /^[^/\\\0]+(\/[^/\\\0]+)*$/;

/** The instance of a task at a seed. The salt makes the exam private; neither reaches the agent. */
export async function makeInstance(task: LoadedTask, id: InstanceId, salt: string): Promise<TaskInstance> {
  if (!task.languages.includes(id.lang)) throw usageProblem(`${task.id} exists in ${task.languages.join(', ')} only`);
  if (id.twin && !task.twins?.includes(id.twin)) throw new Problem(`${task.id} has no ${id.twin} twin`);
  try {
    return await generate(task, id, salt);
  } catch (error) {
    throw new Problem(`${printInstanceId(id)} cannot be made: ${explain(error, task.folder)}`, { cause: error });
  }
}

async function generate(task: LoadedTask, id: InstanceId, salt: string): Promise<TaskInstance> {
  const draw = Draw.from({ task: task.id, seed: id.seed, salt });
  const options = { lang: id.lang, ...(id.twin ? { twin: id.twin } : {}) };
  const exam = await task.definition.generate(draw, options);
  const answer = exam.answer ? answerSchemaSchema.parse(exam.answer) : undefined;
  const outputs = outputsSchema.parse(exam.outputs ?? {});
  const files = Object.entries(exam.files).map(([name, content]) => {
    if (!inputPath.test(name) || name.split('/').includes('..'))
      throw new Problem(`"${name}" is not a path under ./data`);
    return { path: `data/${name}`, bytes: typeof content === 'string' ? Buffer.from(content, 'utf8') : content };
  });
  requireDeclared('input', task.inputs, Object.keys(exam.files));
  requireDeclared('output', task.outputs, Object.keys(outputs));
  const truth = jsonSchema.parse(exam.truth);
  const checks = z.array(checkSchema).min(1).parse(task.definition.checks(truth));
  const content = {
    files,
    query: renderQuery({ query: exam.query, answer, outputs }, id.lang),
    answer,
    outputs,
    truth,
  };
  return { id, task: task.id, ...content, checks, digest: instanceDigest(content) };
}

/** What `task list` shows must be what the generator does. */
function requireDeclared(what: string, declared: readonly string[], paths: readonly string[]): void {
  const undeclared = paths.map((path) => extname(path).slice(1)).find((extension) => !declared.includes(extension));
  if (undeclared !== undefined)
    throw new Problem(`it has an ${what} of type "${undeclared}" that task.ts does not declare`);
}

function explain(error: unknown, folder: string): string {
  if (!(error instanceof z.ZodError)) return reasonAndPlace(error, folder);
  const [issue] = error.issues;
  return `${issue?.path.join('.') || 'the exam'}: ${issue?.message ?? 'is malformed'}`;
}
