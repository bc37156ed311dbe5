// `pybench task make`: writes an instance for an outside agent or a person.
import { readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { makeFolder } from '../../../setup/folder.mjs';
import { printInstanceId, Problem, reasonOf } from '../../core/index.ts';
import { defineCommand } from '../command.ts';
import { print, printJson } from '../terminal/print.ts';
import { instanceFlags, instanceOf } from './task-instance.ts';

export const taskMakeCommand = defineCommand({
  args: [{ pattern: '<id>', about: 'a task, such as chart/tied-winner' }],
  flags: {
    ...instanceFlags,
    output: {
      short: 'o',
      value: 'DIR',
      about: 'the folder to write to (default: the task’s name)',
      schema: z.string().min(1).optional(),
    },
  },
  examples: [
    'task make chart/tied-winner --seed 7 -o instance',
    'task make text/corpus-counts-defined --lang zh -o instance --json',
  ],
  async run({ args: [id = ''], flags }) {
    const { instance } = await instanceOf(id, flags);
    const folder = flags.output ?? (instance.task.split('/')[1] as string);
    try {
      makeFolder(folder);
      if (readdirSync(folder).length > 0) throw new Problem('it is not empty');
      for (const { path, bytes } of instance.files) {
        makeFolder(dirname(join(folder, path)));
        writeFileSync(join(folder, path), bytes);
      }
      makeFolder(join(folder, 'output'));
      writeFileSync(join(folder, 'query.md'), `${instance.query}\n`);
    } catch (error) {
      throw new Problem(`cannot write the instance to ${folder}: ${reasonOf(error)}`, { cause: error });
    }
    const made = {
      id: printInstanceId(instance.id),
      query: instance.query,
      data: instance.files.map(({ path }) => path),
      answer: instance.answer ?? null,
      outputs: Object.keys(instance.outputs),
    };
    if (flags.json) return printJson(made);
    print(`${made.id} is in ${folder}: query.md${made.data.length > 0 ? ', data/' : ''}`);
    print(
      `Leave files in ${join(folder, 'output')}${made.answer ? ` and the answer's JSON in ${join(folder, 'answer.json')}` : ''}.`,
    );
    print(`Then: pybench task grade ${id} --seed ${flags.seed} --lang ${flags.lang} ${folder}`);
  },
});
