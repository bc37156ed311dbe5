// Does all the work, but of another exam: the reference is played on the files of another seed, and what it made is
// handed in here. What passes does not depend on the exam.
import type { InstanceId } from '../../core/index.ts';
import { makeInstance, type LoadedTask, type Program } from '../../suite/index.ts';
import { pythonCall } from '../../system/index.ts';
import { runCell, type Agent } from '../agent.ts';
import { writeFilesCell, type SeenInstance } from '../deed.ts';
import { playProgram } from '../scripted.ts';

/** The exam whose work is handed in. */
export function otherExam(id: InstanceId): InstanceId {
  return { ...id, seed: id.seed + 1 };
}

export function otherSeedAgent(task: LoadedTask, program: Program, exam: SeenInstance): Agent {
  return {
    async work(work) {
      const other = await makeInstance(task, otherExam(exam.id), '');
      const files = new Map(other.files.map(({ path, bytes }) => [path, bytes]));
      await runCell(work, 1, `${pythonCall('work_elsewhere')}\n\n${writeFilesCell(files)}`);
      const finish = await playProgram(work, program, 2);
      await runCell(work, program.cells.length + 2, pythonCall('bring_outputs_back'));
      return finish;
    },
  };
}
