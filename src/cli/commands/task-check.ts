// `pybench task check`: whether a task is fit to be in the suite.
import { loadTask } from '../../suite/index.ts';
import { defineCommand } from '../command.ts';
import { langsFlag, seedCountFlag, suiteFlag } from '../flags/common.ts';
import { gatesFlags, showGates } from '../terminal/gates-table.ts';

export const taskCheckCommand = defineCommand({
  args: [{ pattern: '<id>', about: 'a task, such as chart/tied-winner' }],
  flags: { suite: suiteFlag, seeds: seedCountFlag(20), lang: langsFlag('both'), ...gatesFlags },
  examples: ['task check chart/tied-winner', 'task check chart/tied-winner --seeds 3 --lang zh --all --json'],
  async run({ args: [id = ''], flags }) {
    const task = await loadTask(id, flags.suite);
    return await showGates({ tasks: [task.id], languages: flags.lang, ...flags });
  },
});
