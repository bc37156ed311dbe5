// What both sides of the suite benchmark play: the instances of a suite with the reference's cells, made before any clock
// runs; and what a side must show for its time to count.
import { isDeepStrictEqual } from 'node:util';
import { printInstanceId, Problem, type InputFile, type TaskId } from '../src/core/index.ts';
import { loadTask, makeInstance, type Program } from '../src/suite/index.ts';

export interface SuiteChoice {
  readonly suite: string;
  readonly tasks: readonly TaskId[];
  readonly seeds: readonly number[];
}

export interface BenchInstance {
  readonly name: string;
  readonly files: readonly InputFile[];
  readonly program: Program;
  /** Paths of the files that the query asks for. */
  readonly asked: readonly string[];
}

/** What a side left of an instance: the paths under ./output in order, and what the answer cell printed. */
export interface Left {
  readonly outputs: readonly string[];
  readonly answer: string;
}

export async function benchInstances({ suite, tasks, seeds }: SuiteChoice): Promise<BenchInstance[]> {
  const instances: BenchInstance[] = [];
  for (const id of tasks) {
    const task = await loadTask(id, suite);
    const program = task.programs.get('reference');
    if (!program) throw new Problem(`${id} has no reference.py: leave it out with -i`);
    for (const seed of task.fixed ? seeds.slice(0, 1) : seeds) {
      const { files, outputs, ...instance } = await makeInstance(task, { task: id, seed, lang: 'en' }, '');
      instances.push({ name: printInstanceId(instance.id), files, program, asked: Object.keys(outputs) });
    }
  }
  return instances;
}

/** A side that did other work than the other is no measurement. */
export function requireSameWork(
  instances: readonly BenchInstance[],
  ours: ReadonlyMap<string, Left>,
  theirs: ReadonlyMap<string, Left>,
): void {
  for (const { name, asked } of instances) {
    const [mine, other] = [ours.get(name), theirs.get(name)];
    if (!mine || !other) throw new Problem(`not a measurement: ${mine ? 'the peer' : 'ours'} did not play ${name}`);
    const missing = asked.find((path) => !mine.outputs.includes(path));
    if (missing !== undefined) throw new Problem(`not a measurement: ours did not write ${missing} of ${name}`);
    if (!isDeepStrictEqual(other.outputs, mine.outputs))
      throw new Problem(
        `not a measurement: of ${name} the peer left ${other.outputs.join(', ') || 'nothing'}, ours left ${mine.outputs.join(', ') || 'nothing'}`,
      );
    if (!isDeepStrictEqual(valueOf(other.answer), valueOf(mine.answer)))
      throw new Problem(`not a measurement: to ${name} the peer answers ${other.answer}, ours answers ${mine.answer}`);
  }
}

function valueOf(answer: string): unknown {
  return answer === '' ? null : (JSON.parse(answer) as unknown);
}
