// Attribution of faults: a fault that the agent can have caused is scored as a failure if it happens twice.
import type { Verifier } from '../../src/verify/index.ts';
import { readEvents, readRun } from '../../src/record/index.ts';
import { gradeWork, type Gradable } from '../../src/trial/index.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { NamedAgent } from '../../src/agent/index.ts';
import type { Interpreter, InterpreterHost } from '../../src/interpreter/index.ts';
import { SandboxLost } from '../../src/interpreter/index.ts';
import { testHost } from '../support/host.ts';
import { cellsAgent, recordRun, WINNER } from '../support/recorded-runs.ts';

let host: InterpreterHost;
beforeAll(async () => {
  host = await testHost();
});
afterAll(() => host.close());

/** A host whose first `losses` interpreters lose their sandbox in one of these ways. */
function losing(losses: number, how: 'during' | 'after' | 'collecting', cell = 2): InterpreterHost {
  let opened = 0;
  const open: InterpreterHost['open'] = async (files) => {
    const inner = await host.open(files);
    // The syntax check of the programs has a separate sandbox, which is not counted.
    if (files.some(({ path }) => path === 'data/cells.json')) return inner;
    opened += 1;
    return opened > losses ? inner : breaking(inner, how, cell);
  };
  return { ...host, open };
}

function breaking(inner: Interpreter, how: 'during' | 'after' | 'collecting', cell: number): Interpreter {
  let cells = 0;
  return {
    async run(code, options) {
      cells += 1;
      if (how === 'after' && cells > cell) throw new SandboxLost('the sandbox is gone');
      const result = await inner.run(code, options);
      return how === 'during' && cells === cell ? { ...result, status: 'crashed', sandboxLost: true } : result;
    },
    collect: () => (how === 'collecting' ? Promise.reject(new SandboxLost('it is gone')) : inner.collect()),
    close: () => inner.close(),
  };
}

describe('a sandbox that is lost', () => {
  test.each(['during', 'after', 'collecting'] as const)('is replaced if it is lost once: %s', async (how) => {
    const { run, passed } = await recordRun(losing(1, how, 1));
    expect(passed).toBe(1);
    const notices = readEvents(run, WINNER).filter(({ kind }) => kind === 'notice');
    expect(notices).toMatchObject([{ reason: 'sandbox-lost' }]);
    expect(readRun(run).rows).toMatchObject([{ tries: 1 }]);
  });

  test.each(['during', 'collecting'] as const)('is a failure of the agent if it is lost twice: %s', async (how) => {
    const { run, outcomes } = await recordRun(losing(2, how, 1));
    expect(outcomes).toEqual({ failed: 1 });
    const [row] = readRun(run).rows;
    expect(row).toMatchObject({ score: 0, tries: 1 });
  });
});

test('an agent that throws an error ends its own trial only', async () => {
  const reckless: NamedAgent = {
    ...cellsAgent('1'),
    forTask: (_, instance) =>
      instance.id.seed === 1
        ? {
            async work({ interpreter }) {
              await interpreter.run('1');
              throw new RangeError('Maximum call stack size exceeded');
            },
          }
        : cellsAgent('1').forTask(undefined as never, instance),
  };
  const { run } = await recordRun(host, { agent: reckless, seeds: [1, 2] });
  const outcomes = readRun(run).rows.map(({ outcome }) => outcome.kind);
  expect(outcomes.toSorted()).toEqual(['failed', 'no-answer']);
});

test('an output whose path is too long is left out, and the others are kept', async () => {
  const deep = `import os
open("output/kept.txt", "w").write("kept")
home = os.getcwd()
os.chdir("output")
for _ in range(15):
    os.mkdir("d" * 254)
    os.chdir("d" * 254)
open("f", "w").write("deep")
os.chdir(home)`;
  const { run } = await recordRun(host, { agent: cellsAgent(deep) });
  const outputs = readEvents(run, WINNER).find(({ kind }) => kind === 'outputs');
  expect(outputs).toMatchObject({
    files: [{ path: 'output/kept.txt' }],
    left: [{ reason: 'its path is too long' }],
  });
  expect(readFileSync(join(run, 'trials', WINNER, 'output/kept.txt'), 'utf8')).toBe('kept');
});

const verifying = (verify: Verifier['verify']): Verifier => ({ verify, close: () => Promise.resolve() });

describe('a verifier that breaks', () => {
  const instance: Gradable = { answer: undefined, outputs: {}, checks: [] };
  const collected = { files: [{ path: 'output/a', bytes: new Uint8Array(1) }], left: [], inputsIntact: true, figures: new Map() }; // prettier-ignore

  test('on one submission only fails that submission', async () => {
    const { outcome } = await gradeWork(
      instance,
      null,
      collected,
      verifying((_, { files }) => (files.size > 0 ? Promise.reject(new RangeError('too deep')) : Promise.resolve([]))),
    );
    expect(outcome).toEqual({ kind: 'failed', reason: 'the submission could not be graded: too deep' });
  });

  test('on every submission is a grader error', async () => {
    const { outcome } = await gradeWork(
      instance,
      null,
      collected,
      verifying(() => Promise.reject(new RangeError('a bug'))),
    );
    expect(outcome).toEqual({ kind: 'grader-error', reason: 'grading fails: a bug' });
  });
});
