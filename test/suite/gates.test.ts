// The gates at one seed, for every task: what is right passes, what is wrong fails, nothing passes for nothing.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { InterpreterHost } from '../../src/interpreter/index.ts';
import { namedAgent } from '../../src/agent/index.ts';
import type { Language, Outcome } from '../../src/core/index.ts';
import { runTrial } from '../../src/run/trial.ts';
import { TrialLog } from '../../src/run/store.ts';
import { runPaths } from '../../src/run/paths.ts';
import { loadTask, makeInstance, taskIds, type LoadedTask } from '../../src/suite/index.ts';
import { temporaryFolder } from '../support/folder.ts';
import { testHost } from '../support/host.ts';

let host: InterpreterHost;
beforeAll(async () => {
  host = await testHost();
});
afterAll(() => host.close());

async function play(task: LoadedTask, agentName: string, lang: Language, twin?: 'clean'): Promise<Outcome> {
  const id = { task: task.id, seed: 1, lang, ...(twin ? { twin } : {}), attempt: 1 };
  const instance = await makeInstance(task, id, '');
  const log = new TrialLog(runPaths(temporaryFolder()).trial('x'), () => new Date(0));
  try {
    const agent = namedAgent(agentName).forTask(task);
    return await runTrial({ id, instance, agent, agentName, model: null, host, log, signal: AbortSignal.any([]) });
  } finally {
    log.close();
  }
}

describe.each(taskIds())('%s', (id) => {
  test('the reference and every other right way pass, in both languages', { timeout: 300_000 }, async () => {
    const task = await loadTask(id);
    const right = [...task.programs.keys()].filter((name) => !name.startsWith('wrong-'));
    expect(right).toContain('reference');
    expect(right.length).toBeGreaterThan(1);
    for (const lang of ['en', 'zh'] as const) {
      for (const name of right) {
        expect(await play(task, name.replace('also-', 'also:'), lang), `${name} ${lang}`).toEqual({ kind: 'passed' });
      }
      for (const twin of task.twins ?? [])
        expect(await play(task, 'reference', lang, twin)).toEqual({ kind: 'passed' });
    }
  });

  test('every wrong way fails, by a check', { timeout: 300_000 }, async () => {
    const task = await loadTask(id);
    const wrong = [...task.programs.keys()].filter((name) => name.startsWith('wrong-'));
    expect(wrong.length).toBeGreaterThan(1);
    for (const lang of ['en', 'zh'] as const) {
      for (const name of wrong) {
        expect(await play(task, name.replace('wrong-', 'wrong:'), lang), `${name} ${lang}`).toMatchObject({
          kind: 'failed',
        });
      }
    }
  });

  test('doing nothing scores nothing', async () => {
    expect(['failed', 'no-answer']).toContain((await play(await loadTask(id), 'null', 'en')).kind);
  });
});
