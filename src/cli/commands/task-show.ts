// `pybench task show`: shows the query, files and programs of a task, without the truth.
import { printInstanceId } from '../../core/index.ts';
import { defineCommand } from '../command.ts';
import { print, printJson } from '../terminal/print.ts';
import { instanceFlags, instanceOf } from './task-instance.ts';

export const taskShowCommand = defineCommand({
  args: [{ pattern: '<id>', about: 'a task, such as chart/tied-winner' }],
  flags: instanceFlags,
  examples: ['task show chart/tied-winner', 'task show math/crt-non-coprime --seed 7 --lang zh'],
  async run({ args: [id = ''], flags }) {
    const { task, instance } = await instanceOf(id, flags);
    const files = instance.files.map(({ path, bytes }) => ({ path, size: bytes.length }));
    const { level, skills, fixed = false } = task;
    const programs = [...task.programs.keys()];
    const shown = {
      id: printInstanceId(instance.id),
      level,
      skills,
      files,
      query: instance.query,
      programs,
      ...(fixed ? { fixed } : {}),
    };
    if (flags.json) return printJson(shown);
    print(`${shown.id} · ${level} · ${skills.join(', ')}`);
    if (fixed) print('one fixed instance: neither seed nor salt changes it');
    print(`files: ${files.map(({ path, size }) => `${path} (${size} bytes)`).join(', ') || 'none'}`);
    print(`programs: ${programs.join(', ')}`);
    print(`\n${instance.query}`);
  },
});
