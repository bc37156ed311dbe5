// `-c FILE`: flags in a file have the same effect as on the command line, and every error message names a line.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { flagsFromFile } from '../../src/cli/flags/config.ts';
import { runTasksCommand } from '../../src/cli/commands/run.ts';
import { pybench } from '../support/cli.ts';
import { temporaryFolder } from '../support/folder.ts';
import { tinySuite } from '../support/tiny-suite.ts';

function write(text: string): string {
  const file = join(temporaryFolder(), 'pybench.yaml');
  writeFileSync(file, text);
  return file;
}

test('numbers, lists and switches become the same values as on the command line', async () => {
  const file = write('temperature: 0.5\nseeds: 1-3\ninclude: [chart/*, math/*]\nexclude: math/dice\ntwins: true\n');
  expect(await flagsFromFile(file, runTasksCommand.flags)).toEqual({
    temperature: '0.5',
    seeds: '1-3',
    include: ['chart/*', 'math/*'],
    exclude: ['math/dice'],
    twins: true,
  });
  expect(await flagsFromFile(write('# nothing yet\n'), runTasksCommand.flags)).toEqual({});
});

test.each([
  ['seeds: 1\nmax_turns: 5\n', ':2:1: max_turns: there is no such flag; did you mean "max-turns"?'],
  ['max-turns: many\n', ':1:12: max-turns: "many" is not a whole number'],
  ['max-turns: 0\nlimit: 0\n', ':1:12: max-turns: must be at least 1 (and 1 more)'],
  ['twins: sometimes\n', ':1:8: twins: must be true or false'],
  ['model: {name: x}\n', ':1:8: model: must be a text or a number'],
  ['json: true\n', ':1:1: json: there is no such flag'],
  ['- run\n', ':1:1: must be names of flags with their values'],
  ['seeds: [1\n', ':2:1: '],
])('%j is refused, and the message names the line', async (text, complaint) => {
  await expect(flagsFromFile(write(text), runTasksCommand.flags)).rejects.toThrow(complaint);
});

test('a run reads flags from the file, and flags on the command line override them', async () => {
  const folder = temporaryFolder();
  const file = write(
    `suite: ${tinySuite(join(folder, 'tasks'))}\noutput: ${join(folder, 'runs')}\nseeds: 1-3\nlang: zh\n`,
  );
  const { code, stdout, stderr } = await pybench(['run', '-c', file, '--seeds', '7', '--json']);
  expect(code, stderr).toBe(0);
  const { run, planned } = JSON.parse(stdout) as { run: string; planned: number };
  expect({ planned, inside: run.startsWith(join(folder, 'runs')) }).toEqual({ planned: 1, inside: true });
  const broken = await pybench(['run', '-c', write('seeds: [1\n')]);
  expect(broken).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(/^pybench: \S+pybench.yaml:2:1: /),
  });
  const missing = await pybench(['run', '-c', join(folder, 'none.yaml')]);
  expect(missing).toMatchObject({ code: 2, stderr: expect.stringMatching(/^pybench: --config \S+none.yaml: ENOENT/) });
});
