// `pybench task grade`: grades the work of an outside agent or a person in a folder.
import { gradeWork } from '../../trial/index.ts';
import { answerBlock, folderAnswer } from '../../dialects/index.ts';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { defaultLimits, printInstanceId, Problem, scoreOf } from '../../core/index.ts';
import { Workspace } from '../../interpreter/index.ts';
import { colors } from '../../system/index.ts';
import { defineCommand } from '../command.ts';
import { withServices } from '../../services/index.ts';
import { print, printJson } from '../terminal/print.ts';
import { instanceFlags, instanceOf } from './task-instance.ts';

export const taskGradeCommand = defineCommand({
  args: [
    { pattern: '<id>', about: 'a task, such as chart/tied-winner' },
    { pattern: '<dir>', about: 'the folder that "task make" wrote' },
  ],
  flags: instanceFlags,
  examples: [
    'task grade chart/tied-winner --seed 7 instance',
    'task grade chart/tied-winner --seed 7 --lang zh instance --json',
  ],
  async run({ args: [id = '', folder = ''], flags }) {
    const { instance } = await instanceOf(id, flags);
    if (!existsSync(folder) || !statSync(folder).isDirectory()) throw new Problem(`there is no folder "${folder}"`);
    // Missing input files are accepted; changed input files are not.
    const present = instance.files.filter(({ path }) => existsSync(join(folder, path)));
    const collected = await Workspace.existing(folder, present, defaultLimits).collect();
    const block = answerBlock(folderAnswer(folder) ?? '');
    const { outcome, checks } = await withServices({ modules: [] }, ({ verifier }) =>
      gradeWork(instance, block, collected, verifier),
    );
    const graded = { id: printInstanceId(instance.id), outcome: outcome.kind, checks };
    if (flags.json) return printJson(graded);
    for (const { ok, message } of checks) print(`${ok ? colors.green('✓') : colors.red('✗')} ${message}`);
    print(`${graded.id}: ${outcome.kind}${'reason' in outcome ? ` (${outcome.reason})` : ''}`);
    return scoreOf(outcome) === undefined ? 1 : 0;
  },
});
