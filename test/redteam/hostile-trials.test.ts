// Agents that attack the harness instead of working: their trial ends with a score of 0, and the trials that run at the
// same time end as they would without them.
import { readRun } from '../../src/record/index.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hostileActions, type NamedAgent } from '../../src/agent/index.ts';
import { parseTrialId, scoreOf, type TaskId } from '../../src/core/index.ts';
import { playTrial } from '../../src/gates/play.ts';
import type { InterpreterHost } from '../../src/interpreter/index.ts';
import { loadTask, makeInstance, type TaskInstance } from '../../src/suite/index.ts';
import { testHost, servicesOn } from '../support/host.ts';
import { namedAgent, recordRun } from '../support/recorded-runs.ts';

let host: InterpreterHost;
beforeAll(async () => {
  host = await testHost({ cellCpuSeconds: 4, wallFactor: 2, memoryBytes: 512 * 2 ** 20 });
});
afterAll(() => host.close());

const scores = async (taskId: TaskId, name: string) => {
  const task = await loadTask(taskId);
  const instance = await makeInstance(task, { task: taskId, seed: 1, lang: 'en' }, '');
  const { outcome } = await playTrial(
    task,
    instance,
    { kind: 'hostile', name },
    {
      services: servicesOn(host),
      signal: new AbortController().signal,
    },
  );
  return { score: scoreOf(outcome) ?? outcome };
};

const names = (outputs: TaskInstance['outputs']) => hostileActions({ outputs }).map(({ name }) => name);
const file = { type: 'file', about: { en: '', zh: '' } } as const;
const everywhere = names({});

describe('a trial that breaks its sandbox or floods the harness ends with a score of 0', { timeout: 120_000 }, () => {
  test.each(everywhere)('%s', async (name) => {
    expect(await scores('chart/tied-winner', name)).toEqual({ score: 0 });
  });
});

/** A task that asks for a file of this type, and the path. */
const asking: readonly [TaskId, string][] = [
  ['chart/profit-bridge', 'output/bridge.svg'],
  ['chart/region-dashboard', 'output/dashboard.html'],
  ['chart/repairs-two-years', 'output/repairs.png'],
  ['chart/pivot-true-margins', 'output/averages.xlsx'],
  ['chart/mixed-date-formats', 'output/claim_dates.csv'],
  ['text/pdf-true-redaction', 'output/report.pdf'],
  ['text/tracked-changes-by-author', 'output/contract.docx'],
  ['image/photo-slideshow', 'output/slideshow.gif'],
  ['audio/cue-sheet-edit', 'output/interview_edited.wav'],
  ['software/expression-library', 'output/exprlib.py'],
  ['software/stock-page', 'output/index.html'],
];
/** Content that does not depend on the format, such as zeros, is tried with one format only. */
const common = (name: string) => name.includes('-of-') && !name.startsWith('csv');
const files = asking.flatMap(([task, path]) =>
  names({ [path]: file })
    .filter((name) => !everywhere.includes(name) && !common(name))
    .map((name): [TaskId, string] => [task, name]),
);

describe('a file that breaks its reader is a failed check', { timeout: 240_000 }, () => {
  test.each(files)('%s: %s', async (task, name) => {
    expect(await scores(task, name)).toEqual({ score: 0 });
  });
});

/** Ten of fifty seeds are hostile, each in another way; the other trials play the reference. */
const attacks = ['realtime-signal', 'no-figures', 'clone-parent', 'newlines', 'syncs', 'huge-errors', 'memory', 'long-paths', 'pipes', 'kills-its-python']; // prettier-ignore
const isHostile = (seed: number) => seed % 5 === 0;

function mixed(): NamedAgent {
  const reference = namedAgent('reference');
  return {
    ...reference,
    spec: { kind: 'custom', name: 'mixed' },
    forTask: (task, target) => {
      const { seed } = target.id;
      const agent = isHostile(seed) ? namedAgent(`hostile:${attacks[seed / 5 - 1]}`) : reference;
      return agent.forTask(task, target);
    },
  };
}

test('10 hostile trials among 50 do not change the verdicts of the other 40', { timeout: 600_000 }, async () => {
  const seeds = Array.from({ length: 50 }, (_, index) => index + 1);
  const options = { seeds, concurrency: 4, tasks: ['chart/tied-winner'] as TaskId[] };
  const verdicts = async (agent: NamedAgent | string) => {
    const { run } = await recordRun(host, { ...options, agent });
    return new Map(readRun(run).rows.map(({ id, outcome }) => [parseTrialId(id)?.seed ?? 0, outcome]));
  };
  const [alone, beside] = [await verdicts('reference'), await verdicts(mixed())];
  expect(beside.size).toBe(50);
  for (const seed of seeds) {
    const outcome = beside.get(seed);
    if (isHostile(seed)) expect({ seed, score: outcome && (scoreOf(outcome) ?? outcome) }).toEqual({ seed, score: 0 });
    else expect({ seed, outcome }).toEqual({ seed, outcome: alone.get(seed) });
  }
});
