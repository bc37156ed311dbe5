// Instances of all tasks of the suite: seeds and salts, secrets, citations, and errors.
import { expect, test } from 'vitest';
import { digestBytes, type Language } from '../../src/core/index.ts';
import { loadTask, makeInstance, taskIds, type LoadedTask } from '../../src/suite/index.ts';

const makeAnew = (task: LoadedTask, seed: number, lang: Language = 'en', salt = '') =>
  makeInstance(task, { task: task.id, seed, lang }, salt);

const made = new Map<string, ReturnType<typeof makeAnew>>();
/** Makes each instance once for all tests. */
function make(task: LoadedTask, seed: number, lang: Language = 'en', salt = '') {
  const key = `${task.id}@${seed}.${lang} ${salt}`;
  const instance = made.get(key) ?? makeAnew(task, seed, lang, salt);
  made.set(key, instance);
  return instance;
}

test('another seed or another salt makes another instance', async () => {
  for (const id of taskIds()) {
    const task = await loadTask(id);
    const truths = await Promise.all([make(task, 1), make(task, 2), make(task, 1, 'en', 'pepper')]);
    expect(new Set(truths.map(({ digest }) => digest)).size, id).toBe(3);
    expect(new Set(truths.map(({ truth }) => JSON.stringify(truth))).size, id).toBe(3);
  }
});

test('the query and the files contain no seed, no salt and no truth', async () => {
  const seed = 918_273_645;
  const salt = 'a-very-secret-salt';
  for (const id of taskIds()) {
    const task = await loadTask(id);
    for (const lang of ['en', 'zh'] as const) {
      const instance = await make(task, seed, lang, salt);
      const seen = [
        instance.query,
        ...instance.files.flatMap(({ path, bytes }) => [path, Buffer.from(bytes).toString('latin1')]),
      ];
      for (const secret of [String(seed), salt, digestBytes(salt), JSON.stringify(instance.truth)]) {
        expect(
          seen.some((text) => text.includes(secret)),
          `${id}: ${secret.slice(0, 60)}`,
        ).toBe(false);
      }
    }
  }
});

test('every check cites words of the query, in both languages', async () => {
  for (const id of taskIds()) {
    const task = await loadTask(id);
    for (const lang of ['en', 'zh'] as const) {
      const { query, checks } = await make(task, 1, lang);
      for (const { name, cites } of checks) expect(query, `${id}.${lang} ${name}`).toContain(cites);
      if (lang === 'zh') expect(query, id).toMatch(/\p{Script=Han}/u);
      else expect(query, id).not.toMatch(/^[^\p{Script=Latin}]*\p{Script=Han}/u);
    }
  }
});

test('a task that declares the same data in both languages makes the same files and truth', async () => {
  for (const id of taskIds()) {
    const task = await loadTask(id);
    if (!task.sameData) continue;
    const [en, zh] = [await make(task, 1, 'en'), await make(task, 1, 'zh')];
    expect(zh.files, id).toEqual(en.files);
    expect(zh.truth, id).toEqual(en.truth);
    expect(zh.query, id).not.toBe(en.query);
  }
});

test('a twin that a task does not have is refused', async () => {
  const task = await loadTask('math/crt-non-coprime');
  await expect(
    makeInstance({ ...task, twins: [] }, { task: task.id, seed: 1, lang: 'en', twin: 'clean' }, ''),
  ).rejects.toThrow('has no clean twin');
});

test('a generator that throws or violates its declaration is an error that names the instance', async () => {
  const task = await loadTask('chart/tied-winner');
  const broken = {
    ...task,
    definition: { ...task.definition, generate: () => Promise.reject(new Error('out of ink')) },
  };
  await expect(makeAnew(broken, 7)).rejects.toThrow('chart/tied-winner@7.en cannot be made: out of ink');
  await expect(makeAnew({ ...task, inputs: [] }, 7)).rejects.toThrow(
    'an input of type "csv" that task.ts does not declare',
  );
  const unchecked = { ...task, definition: { ...task.definition, checks: () => [] } };
  await expect(makeAnew(unchecked, 7)).rejects.toThrow('cannot be made');
});
