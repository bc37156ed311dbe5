// The source of instances: worker threads make them, a cache on disk keeps them, and digests verify them.
import { readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../../setup/root.mjs';
import type { InstanceId, TaskId } from '../../src/core/index.ts';
import { loadTask, makeInstance, taskInfo, type InstanceSource } from '../../src/suite/index.ts';
import { InstanceCache } from '../../src/suite/instances/cache.ts';
import { decodeInstance, encodeInstance } from '../../src/suite/instances/entry.ts';
import type { InstanceSourceOptions } from '../../src/suite/instances/source.ts';
import { temporaryFolder } from '../support/folder.ts';
import { tinySuite } from '../support/tiny-suite.ts';

const id: InstanceId = { task: 'chart/tied-winner', seed: 3, lang: 'zh' };
const made = async () => await makeInstance(await loadTask(id.task), id, 'pepper');

/** The compiled code, because only this has worker threads and a cache. */
type Compiled = { openInstances: (options: InstanceSourceOptions) => InstanceSource };
const { openInstances } = (await import(join(packageRoot, 'dist', 'src', 'suite', 'index.js'))) as Compiled;

async function source(cache: string, more: Partial<InstanceSourceOptions> = {}): Promise<InstanceSource> {
  const { suite = 'core', planned = [id] } = more;
  const names: TaskId[] = [...new Set(planned.map(({ task }) => task))];
  const tasks = new Map(await Promise.all(names.map(async (name) => [name, await taskInfo(name, suite)] as const)));
  return openInstances({ suite, salt: 'pepper', tasks, planned, cache, ...more });
}

test('an instance is the same after it is encoded and decoded', async () => {
  const instance = await made();
  const read = decodeInstance(encodeInstance(instance));
  expect({ ...read, files: [] }).toEqual({ ...instance, files: [] });
  expect(read.files.map(({ path, bytes }) => [path, Buffer.from(bytes).toString('hex')])).toEqual(
    instance.files.map(({ path, bytes }) => [path, Buffer.from(bytes).toString('hex')]),
  );
});

test.each([
  ['its format', 0, 'another format'],
  ['its truth', 100, 'another checksum'],
  ['an input file', -1, 'another digest'],
])('an entry with a changed byte in %s is refused', async (_, at, reason) => {
  const entry = encodeInstance(await made());
  const place = at < 0 ? entry.length + at : at;
  entry[place] = (entry[place] ?? 0) ^ 1;
  expect(() => decodeInstance(entry)).toThrow(reason);
  expect(() => decodeInstance(entry.subarray(0, 60))).toThrow('damaged');
});

test('the cache keeps the entries used last, is private to the user, and removes old and damaged entries', async () => {
  const folder = join(temporaryFolder(), 'instances');
  const cache = new InstanceCache(folder);
  const entry = encodeInstance(await made());
  for (const key of ['one', 'two', 'three']) await cache.write(key, entry);
  utimesSync(join(folder, 'one'), 1, 1);
  utimesSync(join(folder, 'two'), 2, 2);
  expect((await cache.read('two'))?.digest).toBe((await made()).digest);
  expect([statSync(folder).mode & 0o777, statSync(join(folder, 'one')).mode & 0o777]).toEqual([0o700, 0o600]);
  await cache.trim(2 * entry.length);
  expect(readdirSync(folder).toSorted()).toEqual(['three', 'two']);
  writeFileSync(join(folder, 'two'), entry.subarray(0, 99));
  expect(await cache.read('two')).toBeUndefined();
  expect(await cache.read('four')).toBeUndefined();
});

test('a worker thread makes the instance once, and later processes read it', async () => {
  const cache = temporaryFolder();
  const { digest } = await made();
  await using first = await source(cache);
  expect((await first.instance({ ...id, attempt: 2 } as InstanceId)).digest).toBe(digest);
  const [file = ''] = readdirSync(cache);
  const before = statSync(join(cache, file)).ino;
  await using second = await source(cache);
  expect((await second.instance(id)).digest).toBe(digest);
  expect(statSync(join(cache, file)).ino).toBe(before);
  // The truth is in the file, the salt is not.
  expect(readFileSync(join(cache, file)).includes('pepper')).toBe(false);
  writeFileSync(join(cache, file), 'damaged');
  await using third = await source(cache);
  expect((await third.instance(id)).digest).toBe(digest);
  expect(statSync(join(cache, file)).size).toBeGreaterThan(100);
});

test('the next instances of the plan are made in advance', async () => {
  const cache = temporaryFolder();
  const planned = [1, 2, 3].map((seed) => ({ ...id, seed }));
  await using instances = await source(cache, { planned });
  await instances.instance(planned[0] ?? id);
  await expect
    .poll(() => readdirSync(cache).filter((name) => !name.endsWith('.part')).length, { timeout: 60_000 })
    .toBe(3);
});

test('an instance whose digest differs from the recorded one is refused', async () => {
  await using instances = await source(temporaryFolder(), { recorded: new Map([['chart/tied-winner@3.zh', 'f00']]) });
  await expect(instances.instance(id)).rejects.toThrow(
    /chart\/tied-winner@3\.zh is another instance than the run recorded \(f00, now \w{12}\): start a new run/,
  );
});

test('after a generator has failed, every request is rejected with the name of its instance', async () => {
  const folder = temporaryFolder();
  const suite = tinySuite(folder);
  const task = join(folder, 'math', 'double', 'task.js');
  writeFileSync(
    task,
    readFileSync(task, 'utf8').replace(
      'const number',
      "if (lang === 'zh') throw new Error('no ink');\n    const number",
    ),
  );
  const [first, second, third] = (['en', 'zh', 'en'] as const).map((lang, seed): InstanceId => ({
    task: 'math/double',
    seed,
    lang,
  }));
  if (!first || !second || !third) throw new Error('three instances');
  const cache = temporaryFolder();
  await using instances = await source(cache, { suite, planned: [first, second, third] });
  await instances.instance(first);
  await expect(instances.instance(second)).rejects.toThrow(/^math\/double@1\.zh cannot be made: task\.js:\d+: no ink$/);
  await expect(instances.instance(third)).rejects.toThrow('math/double@1.zh cannot be made');
  // Instances of tasks outside of the suite core are not kept.
  expect(readdirSync(cache)).toEqual([]);
});
