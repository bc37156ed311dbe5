// Makes an instance: the generator draws from a random number stream of its own, and the kit completes the query.
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
  type InstanceId,
} from '../../core/index.ts';
import { renderQuery } from '../../kit/index.ts';
import { checkSchema } from '../../verify/index.ts';
import { reasonAndPlace } from '../place.ts';
import { loadDefinition, type LoadedTask } from '../task.ts';
import type { TaskInfo } from '../task-info.ts';
import type { TaskInstance } from './instance.ts';

const inputPath = /^[^/\\\0]+(\/[^/\\\0]+)*$/;

/** The instance of a task at a seed. The salt makes it private; neither seed nor salt reaches the agent. */
export async function generateInstance(task: TaskInfo, id: InstanceId, salt: string): Promise<TaskInstance> {
  if (!task.languages.includes(id.lang)) throw usageProblem(`${task.id} exists in ${task.languages.join(', ')} only`);
  if (id.twin && !task.twins?.includes(id.twin)) throw new Problem(`${task.id} has no ${id.twin} twin`);
  const loaded = await loadDefinition(task);
  try {
    return await generate(loaded, id, salt);
  } catch (error) {
    throw new Problem(`${printInstanceId(id)} cannot be made: ${explain(error, task.folder)}`, { cause: error });
  }
}

async function generate(task: LoadedTask, id: InstanceId, salt: string): Promise<TaskInstance> {
  const draw = Draw.from({ task: task.id, seed: id.seed, salt });
  const options = { lang: id.lang, ...(id.twin ? { twin: id.twin } : {}) };
  const made = await task.definition.generate(draw, options);
  const answer = made.answer ? answerSchemaSchema.parse(made.answer) : undefined;
  const outputs = outputsSchema.parse(made.outputs ?? {});
  const files = Object.entries(made.files).map(([name, content]) => {
    if (!inputPath.test(name) || name.split('/').includes('..'))
      throw new Problem(`"${name}" is not a path under ./data`);
    return { path: `data/${name}`, bytes: typeof content === 'string' ? Buffer.from(content, 'utf8') : content };
  });
  requireDeclared('input', task.inputs, Object.keys(made.files));
  requireDeclared('output', task.outputs, Object.keys(outputs));
  const truth = jsonSchema.parse(made.truth);
  const checks = z.array(checkSchema).min(1).parse(task.definition.checks(truth));
  const query = renderQuery({ query: made.query, answer, outputs }, id.lang);
  const content = { files, query, answer, outputs, truth };
  return { id, task: task.id, ...content, checks, digest: instanceDigest(content) };
}

/** Checks that the metadata in `task list` agrees with the generator. */
function requireDeclared(what: string, declared: readonly string[], paths: readonly string[]): void {
  const undeclared = paths.map((path) => extname(path).slice(1)).find((extension) => !declared.includes(extension));
  if (undeclared !== undefined)
    throw new Problem(`it has an ${what} of type "${undeclared}" that task.ts does not declare`);
}

function explain(error: unknown, folder: string): string {
  if (!(error instanceof z.ZodError)) return reasonAndPlace(error, folder);
  const [issue] = error.issues;
  return `${issue?.path.join('.') || 'the instance'}: ${issue?.message ?? 'is malformed'}`;
}
