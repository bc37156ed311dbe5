// `pybench task list`.
import Table from 'cli-table3';
import { z } from 'zod';
import { selectTasks, taskInfo } from '../../suite/index.ts';
import { defineCommand } from '../command.ts';
import { suiteFlag } from '../flags/common.ts';
import { print, printJson } from '../terminal/print.ts';

export const taskListCommand = defineCommand({
  args: [{ pattern: '[glob]', about: 'only tasks that match' }],
  flags: {
    suite: suiteFlag,
    level: { value: 'LEVEL', about: 'only this level', schema: z.enum(['easy', 'medium', 'hard']).optional() },
  },
  examples: ['task list', "task list 'chart/*' --json"],
  async run({ args, flags }) {
    const ids = selectTasks({ suite: flags.suite, include: args });
    const tasks = (await Promise.all(ids.map((id) => taskInfo(id, flags.suite))))
      .filter(({ level }) => flags.level === undefined || level === flags.level)
      .map(({ id, category, level, skills, languages, inputs, outputs, fixed = false }) => ({
        id,
        category,
        level,
        skills,
        languages,
        inputs,
        outputs,
        ...(fixed ? { fixed } : {}),
      }));
    if (flags.json) return printJson(tasks);
    const table = new Table({
      head: ['task', 'level', 'inputs', 'outputs', 'skills'],
      style: { head: [], border: [], compact: true },
    });
    for (const { id, level, inputs, outputs, skills } of tasks) {
      table.push([id, level, inputs.join(' '), outputs.join(' ') || 'answer', skills.join(', ')]);
    }
    print(table.toString());
  },
});
