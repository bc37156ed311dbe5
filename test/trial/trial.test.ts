// One trial without a run: made from objects, with services that the caller opened, and recorded in memory.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Agent, FolderAgent } from '../../src/agent/index.ts';
import { defaultLimits, noTimeLimits, Problem, type CheckResult } from '../../src/core/index.ts';
import { runCell } from '../../src/episode/index.ts';
import type { InterpreterHost } from '../../src/interpreter/index.ts';
import { answerEquals, field, integer } from '../../src/kit/index.ts';
import type { TaskInstance } from '../../src/suite/index.ts';
import { MemoryRecord, runTrial, type Services } from '../../src/trial/index.ts';
import { openVerifier, type Verifier } from '../../src/verify/index.ts';
import { testHost } from '../support/host.ts';

let interpreters: InterpreterHost;
let verifier: Verifier;
beforeAll(async () => {
  interpreters = await testHost();
  verifier = openVerifier(interpreters);
});
afterAll(async () => {
  await verifier.close();
  await interpreters.close();
});

const instance: TaskInstance = {
  id: { task: 'math/own-sum', seed: 1, lang: 'en' },
  task: 'math/own-sum',
  files: [{ path: 'data/numbers.txt', bytes: Buffer.from('20\n22\n') }],
  query: 'Add the numbers of data/numbers.txt.',
  answer: { total: field(integer, 'the sum', '总和') },
  outputs: {},
  truth: { total: 42 },
  checks: [answerEquals('total', 42)],
  digest: '0'.repeat(32),
};

const answer = (total: number) => `\`\`\`answer\n{"total": ${total}}\n\`\`\``;
/** Adds the numbers in one cell, and answers with what the cell printed. */
const adding: Agent = {
  async work(work) {
    const code =
      "total = sum(map(int, open('data/numbers.txt')))\nprint(total, file=open('output/total.txt', 'w'))\nprint(total)";
    const { outputs } = await runCell(work, 1, code);
    const printed = outputs.map((output) => (output.type === 'stream' ? output.text : '')).join('');
    return { kind: 'response', text: answer(Number(printed)) };
  },
};

async function trial(agent: Agent | FolderAgent | { readonly skip: string }, services?: Partial<Services>) {
  const record = new MemoryRecord();
  const outcome = await runTrial({
    id: { ...instance.id, attempt: 1 },
    task: { level: 'easy', skills: [] },
    instance,
    agent,
    agentName: 'own',
    model: null,
    services: { interpreters, verifier, ...services },
    limits: defaultLimits,
    time: noTimeLimits,
    log: record,
    signal: new AbortController().signal,
  });
  return { outcome, record };
}

test('a trial made from objects is graded, and its record in memory is complete', async () => {
  const { outcome, record } = await trial(adding);
  expect(outcome).toEqual({ kind: 'passed' });
  expect(record.events.map(({ kind }) => kind)).toEqual([
    'trial-start',
    'cell-start',
    'cell-output',
    'cell-end',
    'outputs',
    'answer',
    'check',
    'check',
    'trial-end',
  ]);
  expect(record.events.map(({ seq }) => seq)).toEqual(record.events.map((_, index) => index));
  expect(record.events[0]).toMatchObject({ trial: 'math/own-sum@1.en#1', query: instance.query });
  expect(Buffer.from(record.files.get('output/total.txt') ?? []).toString()).toBe('42\n');
  expect(record.truth).toEqual({ total: 42 });
});

test('a wrong answer fails', async () => {
  const wrong: Agent = { work: async () => ({ kind: 'response', text: answer(41) }) };
  expect((await trial(wrong)).outcome.kind).toBe('failed');
});

test('an agent may work in a folder of this machine', async () => {
  const places: string[] = [];
  const outside: FolderAgent = {
    workIn: async ({ folder }, { query }) => {
      places.push(folder);
      return { kind: 'response', text: query === instance.query ? answer(42) : '' };
    },
  };
  const { outcome, record } = await trial(outside);
  expect(outcome).toEqual({ kind: 'passed' });
  expect(places).toHaveLength(1);
  expect(record.events[0]).toMatchObject({ isolation: 'none' });
});

test('a trial with a reason to skip it is skipped', async () => {
  expect((await trial({ skip: 'no program' })).outcome).toEqual({ kind: 'skipped', reason: 'no program' });
});

test('a trial starts again after a fault of the machine, and its record holds both tries', async () => {
  let requests = 0;
  const busy: Services['interpreters'] = {
    stack: interpreters.stack,
    open: async (files) => {
      requests += 1;
      if (requests === 1) throw new Problem('no more processes');
      return await interpreters.open(files);
    },
    close: () => Promise.resolve(),
  };
  const { outcome, record } = await trial(adding, { interpreters: busy });
  expect(outcome).toEqual({ kind: 'passed' });
  const ends = record.events.filter((event) => event.kind === 'trial-end');
  expect(ends.map((end) => end.outcome.kind)).toEqual(['sandbox-error', 'passed']);
});

test('concurrent trials each use the services that they were given', async () => {
  const opened: string[] = [];
  const graded: string[] = [];
  const servicesOf = (name: string): Services => ({
    interpreters: {
      stack: interpreters.stack,
      open: (files) => {
        opened.push(name);
        return interpreters.open(files);
      },
      close: () => Promise.resolve(),
    },
    verifier: {
      verify: async (checks, submission, options): Promise<CheckResult[]> => {
        graded.push(name);
        return await verifier.verify(checks, submission, options);
      },
      close: () => Promise.resolve(),
    },
  });
  const done = await Promise.all(['one', 'two'].map((name) => trial(adding, servicesOf(name))));
  expect(done.map(({ outcome }) => outcome.kind)).toEqual(['passed', 'passed']);
  expect([opened.toSorted(), graded.toSorted()]).toEqual([
    ['one', 'two'],
    ['one', 'two'],
  ]);
});
