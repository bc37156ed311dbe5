// The recorded gates of a task become stale if code, data or a program that the task depends on changes.
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { cutPoints, modulesOf, taskDigests, type Surroundings } from '../../src/gates/index.ts';
import { loadTask, taskIds, withPrograms, type LoadedTask } from '../../src/suite/index.ts';
import { moduleGraph, pythonDigest } from '../../src/system/index.ts';
import { packageRoot } from '../../setup/root.mjs';
import { temporaryFolder } from '../support/folder.ts';

const graph = moduleGraph();
const surroundings: Surroundings = { graph, python: 'python', image: 'image' };

let tasks: readonly LoadedTask[];
beforeAll(async () => {
  tasks = await Promise.all(taskIds().map((id) => loadTask(id)));
});

/** Changes every module whose path matches; returns the stale tasks, each with its changed groups of digests. */
function staleAfter(change: RegExp): Map<string, string[]> {
  const modules = Object.entries(graph.modules).map(
    ([path, module]) => [path, change.test(path) ? { ...module, digest: 'changed' } : module] as const,
  );
  expect(modules.some(([, { digest }]) => digest === 'changed')).toBe(true);
  const after: Surroundings = { ...surroundings, graph: { ...graph, modules: Object.fromEntries(modules) } };
  const stale = tasks.map((task): [string, string[]] => [task.id, changedGroups(task, task, after)]);
  return new Map(stale.filter(([, groups]) => groups.length > 0));
}

function changedGroups(before: LoadedTask, after: LoadedTask, on = surroundings): string[] {
  const [one, other] = [taskDigests(before, surroundings), taskDigests(after, on)];
  return Object.keys(one).filter((group) => Reflect.get(one, group) !== Reflect.get(other, group));
}

const kindsOf = (task: LoadedTask) =>
  new Set(modulesOf(task, graph).kinds.flatMap((path) => /^src\/verify\/kinds\/([^/]+)\//.exec(path)?.[1] ?? []));

test('every cut point cuts an import, and none cuts all imports of its module', () => {
  for (const { from, to } of cutPoints) {
    const imports = graph.modules[from]?.imports ?? [];
    expect(
      imports.filter((path) => to.test(path)),
      `${from} → ${String(to)}`,
    ).not.toEqual([]);
  }
});

test.each(['report', 'stats', 'model', 'launch', 'cli', 'run', 'author', 'api'])(
  'a change of src/%s makes no task stale',
  (folder) => {
    expect([...staleAfter(new RegExp(`^src/${folder}/`)).keys()]).toEqual([]);
  },
);

test.each(['trial', 'interpreter', 'gates'])('a change of src/%s makes every task stale', (folder) => {
  const stale = staleAfter(new RegExp(`^src/${folder}/`));
  expect(stale.size).toBe(tasks.length);
  for (const [id, groups] of stale) expect(groups, id).toEqual(['engine']);
});

test('a change of the grader process makes every task stale; one of the page driver, only tasks with pages', () => {
  expect(staleAfter(/^src\/verify\/grader-process\.js$/).size).toBe(tasks.length);
  const pages = [...staleAfter(/^src\/verify\/kinds\/web\/driver-process\.js$/).keys()];
  expect(pages).toContain('software/stock-page');
  expect(pages).not.toContain('chart/tied-winner');
});

test('a change of a format makes tasks that use it stale', () => {
  const stale = staleAfter(/^src\/formats\/sound\//);
  expect([...stale.keys()]).toContain('audio/cue-sheet-edit');
  expect([...stale.keys()].filter((id) => id.startsWith('chart/'))).toEqual([]);
});

test('a change of the kind table makes tasks with tables stale, and no others', () => {
  const stale = staleAfter(/^src\/verify\/kinds\/table\//);
  const withTables = tasks.filter((task) => kindsOf(task).has('table')).map(({ id }) => id);
  expect([...stale.keys()]).toEqual(withTables);
  expect(withTables).toContain('math/crt-non-coprime');
  expect(withTables).not.toContain('chart/tied-winner');
  for (const [id, groups] of stale) expect(groups, id).toEqual(['kinds']);
});

const kindsOfTask = (id: string) => [...kindsOf(tasks.find((task) => task.id === id) as LoadedTask)];

test('a task depends on the kinds of its checks only', () => {
  expect(kindsOfTask('chart/tied-winner')).toEqual(['answer']);
  expect(kindsOfTask('software/log-summary')).toEqual(['program']);
  expect(kindsOfTask('audio/cue-sheet-edit')).toEqual(['audio']);
});

test('a change of the sources of a task makes that task stale', () => {
  expect([...staleAfter(/^tasks\/chart\/tied-winner\//)]).toEqual([['chart/tied-winner', ['task']]]);
});

test('comments in programs do not make a task stale; code and the checks that a program must fail do', async () => {
  const tied = tasks.find(({ id }) => id === 'chart/tied-winner') as LoadedTask;
  const folder = join(temporaryFolder(), 'chart', 'tied-winner');
  cpSync(tied.folder, folder, { recursive: true });
  const changed = async (file: string, edit: (text: string) => string) => {
    const before = readFileSync(join(folder, file), 'utf8');
    writeFileSync(join(folder, file), edit(before));
    const { programs: _, ...info } = tied;
    const groups = changedGroups(tied, { ...tied, ...(await withPrograms({ ...info, folder })) });
    writeFileSync(join(folder, file), before);
    return groups;
  };
  expect(await changed('reference.py', (text) => `${text}\n# A comment.\n`)).toEqual([]);
  expect(await changed('reference.py', (text) => text.replace('\n', '\n\n# Another.\n'))).toEqual([]);
  expect(await changed('reference.py', (text) => `${text}\nx = '# no comment'\n`)).toEqual(['task']);
  expect(await changed('wrong-first.py', (text) => text.replace('(fails: ', '(fails: answer x, '))).toEqual(['task']);
});

test('the digest of python/ depends on its code and not on its comments', () => {
  const folder = join(temporaryFolder(), 'python');
  cpSync(join(packageRoot, 'python'), folder, { recursive: true });
  const digest = pythonDigest(folder);
  expect(digest).toBe(pythonDigest());
  const file = join(folder, 'pybench', 'kernel', 'cell.py');
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, `# A comment.\n${text}`);
  expect(pythonDigest(folder)).toBe(digest);
  writeFileSync(file, `${text}\nx = 1\n`);
  expect(pythonDigest(folder)).not.toBe(digest);
});
