// Plays the reference on the files of another seed and submits its outputs here. If that passes, the checks do not
// depend on the instance.
import type { InstanceId } from '../../core/index.ts';
import { makeInstance, type TaskWithPrograms, type Program } from '../../suite/index.ts';
import { pythonCall } from '../../system/index.ts';
import { runCell } from '../../episode/index.ts';
import type { Agent } from '../agent.ts';
import { writeFilesCell, type VisibleInstance } from '../submitted-work.ts';
import { playProgram } from '../scripted.ts';

/** The instance whose outputs are submitted. */
export function otherInstance(id: InstanceId): InstanceId {
  return { ...id, seed: id.seed + 1 };
}

export function otherSeedAgent(task: TaskWithPrograms, program: Program, instance: VisibleInstance): Agent {
  return {
    async work(work) {
      const other = await makeInstance(task, otherInstance(instance.id), '');
      const files = new Map(other.files.map(({ path, bytes }) => [path, bytes]));
      await runCell(work, 1, `${pythonCall('work_elsewhere')}\n\n${writeFilesCell(files)}`);
      const finish = await playProgram(work, program, 2);
      await runCell(work, program.cells.length + 2, pythonCall('bring_outputs_back'));
      return finish;
    },
  };
}
