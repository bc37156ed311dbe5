// `pybench task new`: writes a working task as a starting point.
import { resolve } from 'node:path';
import { z } from 'zod';
import { packageRoot } from '../../../setup/root.mjs';
import { scaffoldTask } from '../../author/index.ts';
import { defineCommand } from '../command.ts';
import { switchFlag } from '../flags/common.ts';
import { print, printJson } from '../terminal/print.ts';

export const taskNewCommand = defineCommand({
  args: [{ pattern: '<id>', about: 'its category and name, such as chart/my-task' }],
  flags: {
    in: {
      value: 'DIR',
      about: 'the folder of your tasks (default: tasks)',
      schema: z.string().min(1, { error: 'is empty; give the path of a folder' }).default('tasks'),
    },
    yaml: switchFlag('a task made of files alone, without TypeScript: one fixed instance'),
  },
  examples: ['task new chart/my-task', 'task new text/my-task --in ~/my-tasks --yaml'],
  run({ args: [id = ''], flags }) {
    const { folder, files } = scaffoldTask(id, { parent: flags.in, yaml: flags.yaml });
    // Tasks of the repository are in the core suite; all others are named by their folder.
    const suite = resolve(flags.in) === resolve(packageRoot, 'tasks') ? 'core' : `dir:${flags.in}`;
    const where = suite === 'core' ? '' : ` -d ${/^[\w./:~-]+$/.test(suite) ? suite : `'${suite}'`}`;
    const next = [
      `pybench task show ${id}${where}`,
      `pybench task play ${id}${where}`,
      `pybench task check ${id}${where}`,
    ];
    if (flags.json) printJson({ id, folder, files, suite, next });
    else {
      print(`${folder}: ${files.join(', ')}`);
      print(
        `It works as it is. Change it into yours, step by step; docs/${flags.yaml ? 'task-yaml' : 'writing-tasks'}.md shows how.`,
      );
      print(`Then:\n${next.map((line) => `  ${line}`).join('\n')}`);
    }
    return Promise.resolve();
  },
});
