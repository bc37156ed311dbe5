// The index of tasks that the build writes: it equals the metadata of the tasks, and reading it imports no task.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../../setup/root.mjs';
import { loadTask, taskIds } from '../../src/suite/index.ts';
import { parseIndex } from '../../src/suite/task-index.ts';
import { indexedTask } from '../../src/suite/task-info.ts';

const suite = join(packageRoot, 'dist', 'src', 'suite', 'index.js');

test('the index holds every task of the suite, as its module and its folder describe it', async () => {
  const index = parseIndex(readFileSync(join(packageRoot, 'dist', 'tasks.json'), 'utf8'));
  expect([...index.keys()]).toEqual(taskIds());
  for (const id of taskIds()) expect(index.get(id), id).toEqual(indexedTask(await loadTask(id)));
});

/** The modules below dist/ that a program loads. */
function modulesLoadedBy(program: string): string[] {
  const hooks = `export const load = (url, context, next) => (process._rawDebug(url), next(url, context));`;
  const setup = `import { register } from 'node:module'; register(${JSON.stringify(`data:text/javascript,${encodeURIComponent(hooks)}`)});`;
  const flags = ['--import', `data:text/javascript,${encodeURIComponent(setup)}`, '--input-type=module', '-e'];
  const traced = `2>&1 >/dev/null exec "$@"`;
  const output = execFileSync('sh', ['-c', traced, 'sh', process.execPath, ...flags, program], { encoding: 'utf8' });
  return [...output.matchAll(/^file:.*\/dist\/(\S+)$/gm)].map(([, path = '']) => path);
}

test('selecting tasks and reading their metadata loads no task, no kit, no verifier and no format', () => {
  const loaded = modulesLoadedBy(`
    import { selectTasks, taskInfo } from ${JSON.stringify(suite)};
    const tasks = await Promise.all(selectTasks({ suite: 'core' }).map((id) => taskInfo(id)));
    if (tasks.some(({ level }) => level === undefined)) throw new Error('no level');
  `);
  expect(loaded).toContain('src/suite/index.js');
  expect(loaded.filter((path) => /^(tasks|src\/(kit|verify|formats|render|interpreter))\//.test(path))).toEqual([]);
});
