// The recorded gates of a task become stale if code, data or a program that the task depends on changes.
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { cutPoints, modulesOf, taskDigests, type Surroundings } from '../../src/gates/index.ts';
import { loadTask, taskIds, withPrograms, type LoadedTask } from '../../src/suite/index.ts';
import { moduleGraph, pythonDigest, pythonFiles, scriptsOf } from '../../src/system/index.ts';
import { checkKinds } from '../../src/verify/index.ts';
import { packageRoot } from '../../setup/root.mjs';
import { temporaryFolder } from '../support/folder.ts';

const graph = moduleGraph();
const surroundings: Surroundings = { graph, python: pythonFiles(), image: 'image', tools: 'tools' };

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
  return staleIn({ ...surroundings, graph: { ...graph, modules: Object.fromEntries(modules) } });
}

function staleIn(after: Surroundings): Map<string, string[]> {
  const stale = tasks.map((task): [string, string[]] => [task.id, changedGroups(task, task, after)]);
  return new Map(stale.filter(([, groups]) => groups.length > 0));
}

/** The tasks with a check of one of these kinds. */
const tasksWith = (...kinds: string[]) =>
  tasks.filter((task) => kinds.some((kind) => kindsOf(task).has(kind))).map(({ id }) => id);

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

const staleAfterUpdate = (name: string) => {
  expect(Object.keys(graph.packages)).toContain(name);
  return [...staleIn({ ...surroundings, graph: { ...graph, packages: { ...graph.packages, [name]: 'new' } } }).keys()];
};

test('another version of a package that is only required makes the tasks stale that reach it', () => {
  const withPlotly = staleAfterUpdate('plotly.js-dist-min');
  expect(withPlotly).toEqual(tasksWith('figure'));
  expect(withPlotly).toContain('chart/region-dashboard');
  const withXml = staleAfterUpdate('fast-xml-parser');
  expect(withXml.length).toBeGreaterThan(0);
  expect(withXml).not.toContain('chart/tied-winner');
});

test('another tools image makes the tasks stale whose kinds of checks use a browser, LibreOffice or OCR', () => {
  const drawing = checkKinds.filter(({ uses }) => uses.includes('browsers') || uses.includes('renderer'));
  const stale = staleIn({ ...surroundings, tools: 'rebuilt' });
  expect([...stale.keys()]).toEqual(tasksWith(...drawing.map(({ kind }) => kind)));
  expect([...stale.keys()]).toContain('software/stock-page');
  expect([...stale.keys()]).not.toContain('chart/tied-winner');
  for (const [id, groups] of stale) expect(groups, id).toEqual(['tools']);
});

const staleAfterScript = (name: string) => {
  const path = `scripts/${name}.py`;
  expect([...surroundings.python.keys()]).toContain(path);
  return staleIn({ ...surroundings, python: new Map([...surroundings.python, [path, 'changed']]) });
};

test('a change of a Python script makes the tasks stale whose modules send it, and no others', () => {
  // Only `doctor`, MCP clients, a person and the check of syntax before a run use these.
  for (const name of ['probe_programs', 'list_files', 'read_file', 'show_files', 'compile_cells'])
    expect([...staleAfterScript(name).keys()], name).toEqual([]);
  for (const name of ['python_places', 'write_files', 'hostile/channel'])
    expect(staleAfterScript(name).size, name).toBe(tasks.length);
  expect([...staleAfterScript('run_tool_cases').keys()]).toEqual(tasksWith('program'));
  expect([...staleAfterScript('ocr').keys()]).not.toContain('chart/tied-winner');
  expect(staleAfterScript('ocr').get('chart/region-dashboard')).toEqual(['python']);
});

test('every Python script is named by a module', () => {
  const named = scriptsOf(graph, Object.keys(graph.modules));
  const files = pythonFiles();
  const unnamed = [...files.keys()].filter(
    (path) => path.startsWith('scripts/') && pythonDigest(named, without(files, path)) === pythonDigest(named, files),
  );
  expect(unnamed).toEqual([]);
});

const without = <Value>(files: ReadonlyMap<string, Value>, path: string) =>
  new Map([...files].filter(([each]) => each !== path));

test('the digest of python/ depends on its code and not on its comments', () => {
  const folder = join(temporaryFolder(), 'python');
  cpSync(join(packageRoot, 'python'), folder, { recursive: true });
  const digest = () => pythonDigest(['ocr'], pythonFiles(folder));
  const before = digest();
  expect(before).toBe(pythonDigest(['ocr']));
  const digestWith = (path: string, edit: (text: string) => string) => {
    const file = join(folder, path);
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, edit(text));
    const changed = digest();
    writeFileSync(file, text);
    return changed;
  };
  const [comment, code] = [(text: string) => `# A comment.\n${text}`, (text: string) => `${text}\nx = 1\n`];
  expect(digestWith('pybench/kernel/cell.py', comment)).toBe(before);
  for (const path of ['pybench/kernel/cell.py', 'enter.sh', 'site/pybench-figures.pth', 'scripts/ocr.py'])
    expect(digestWith(path, code), path).not.toBe(before);
  expect(digestWith('scripts/office.py', code)).toBe(before);
  mkdirSync(join(folder, 'pybench', '__pycache__'), { recursive: true });
  writeFileSync(join(folder, 'pybench', '__pycache__', 'cell.cpython-311.pyc'), 'compiled');
  expect(digest()).toBe(before);
});
