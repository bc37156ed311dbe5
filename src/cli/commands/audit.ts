// `pybench audit`: whether all tasks of a suite meet their gates.
import { languages } from '../../core/index.ts';
import { selectTasks } from '../../suite/index.ts';
import { defineCommand } from '../command.ts';
import { seedCountFlag, suiteFlag } from '../flags/common.ts';
import { gatesFlags, showGates } from '../terminal/gates-table.ts';

export const auditCommand = defineCommand({
  args: [{ pattern: '[glob]', about: 'only tasks that match' }],
  flags: { suite: suiteFlag, seeds: seedCountFlag(5), ...gatesFlags },
  examples: ['audit', "audit 'chart/*' --seeds 20", 'audit --gate half-work --seeds 20', 'audit --all --json'],
  run: ({ args, flags }) =>
    showGates({ tasks: selectTasks({ suite: flags.suite, include: args }), languages, ...flags }),
});
