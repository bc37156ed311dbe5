// Each test weakens a verifier on purpose; the gate for that fault must detect it.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { audit, type Gate, type TaskGates } from '../../src/gates/index.ts';
import type { InterpreterHost } from '../../src/interpreter/index.ts';
import type { Check, ProgramCase } from '../../src/kit/index.ts';
import { programPasses } from '../../src/kit/index.ts';
import { loadTask, parseProgram, type LoadedTask } from '../../src/suite/index.ts';
import { testHost, servicesOn } from '../support/host.ts';

let host: InterpreterHost;
beforeAll(async () => {
  host = await testHost();
});
afterAll(() => host.close());

/** Audits the task at one seed; `only` restricts the gates that run. */
async function gatesOf(task: LoadedTask, ...only: Gate[]): Promise<TaskGates> {
  const signal = new AbortController().signal;
  const chosen = only.length > 0 ? { gates: only } : {};
  const found = await audit({
    tasks: [task],
    seeds: 1,
    languages: ['en'],
    services: servicesOn(host),
    signal,
    ...chosen,
  });
  const [gates] = found?.tasks ?? [];
  if (!gates) throw new Error('the audit was stopped');
  return gates;
}

const told = ({ problems }: TaskGates, gate: Gate) =>
  problems.filter((each) => each.gate === gate).map(({ problem }) => problem);

/** The task with changed checks, and without programs other than the reference, which these tests do not need. */
function weakened(task: LoadedTask, weaken: (checks: readonly Check[]) => readonly Check[]): LoadedTask {
  const { definition } = task;
  return {
    ...task,
    programs: new Map([...task.programs].filter(([name]) => name === 'reference')),
    definition: { ...definition, checks: (truth) => weaken(definition.checks(truth)) },
  };
}

const tolerant = (tolerance: object) => (checks: readonly Check[]) =>
  checks.map((check) => ({ ...check, tolerance }) as Check);

describe('the gates detect a weak verifier', { timeout: 300_000 }, () => {
  test('that does not check a field of the answer', async () => {
    const task = weakened(await loadTask('chart/tied-winner'), (checks) =>
      checks.filter(({ name }) => name !== 'answer winners'),
    );
    const problems = told(await gatesOf(task, 'mutants'), 'mutants');
    expect(problems.length).toBeGreaterThan(1);
    for (const problem of problems) expect(problem).toContain('passes though it is wrong: answer: winners is');
  });

  test('that has a tolerance of a hundred times the rounding, which the query does not mention', async () => {
    const task = weakened(
      await loadTask('chart/join-fanout-revenue'),
      tolerant({ net_revenue: { absolute: 0.005 * 100 } }),
    );
    const problems = told(await gatesOf(task, 'mutants'), 'mutants');
    expect(problems).toHaveLength(2);
    for (const problem of problems) expect(problem).toMatch(/net_revenue of row \d+ is/);
  });

  test('that does not check a column', async () => {
    const task = weakened(await loadTask('chart/join-fanout-revenue'), tolerant({ orders: { absolute: 1e9 } }));
    const problems = told(await gatesOf(task, 'mutants'), 'mutants');
    expect(problems).toContainEqual(expect.stringMatching(/orders of row \d+ is/));
    expect(problems).toContainEqual(expect.stringMatching(/orders of rows \d+ and \d+ is swapped/));
  });

  test('that accepts any number', async () => {
    const gates = await gatesOf(
      weakened(await loadTask('text/corpus-counts-defined'), tolerant({ absolute: 1e9 })),
      'noWork',
      'mutants',
    );
    for (const name of ['constant', 'blank', 'other-seed'])
      expect(told(gates, 'noWork')).toContain(`"${name}" passes without doing the work`);
    expect(gates.noWork.passed).toBeLessThan(gates.noWork.total);
    expect(gates.mutants.passed).toBeLessThan(gates.mutants.total);
  });

  test('that checks only that the module can be imported', async () => {
    // No module has the function `nothing`, so every module that can be imported passes.
    const anything: ProgramCase = { call: 'nothing', args: [], expect: { raises: 'AttributeError' } };
    const task = await loadTask('software/expression-library');
    const checks = () => [programPasses('output/exprlib.py', 'nesting', [anything], '`ExprError`')];
    const wrong = task.programs.get('wrong-no-limit');
    if (!wrong) throw new Error('the task has changed');
    const gates = await gatesOf({
      ...weakened(task, checks),
      programs: new Map([...task.programs].filter(([name]) => name === 'reference' || name === wrong.name)),
    });
    expect(told(gates, 'wrong')).toContain('wrong-no-limit passes');
    for (const name of ['touch', 'constant', 'blank', 'other-seed'])
      expect(told(gates, 'noWork')).toContain(`"${name}" passes without doing the work`);
    expect(told(gates, 'mutants')).toContain('passes though it is wrong: output/exprlib.py is empty');
    expect(told(gates, 'mutants')).toContainEqual(expect.stringMatching(/^only [12] of \d+ mutants are caught$/));
    expect(gates.notes).toContainEqual(expect.stringContaining('may be equal to the reference, and passes'));
  });

  test('that accepts bars with an error of a tenth of the axis', async () => {
    const task = weakened(await loadTask('chart/profit-bridge'), (checks) =>
      checks.map((check) => (check.kind === 'figure' ? { ...check, tolerance: 0.1 } : check)),
    );
    const problems = told(await gatesOf(task, 'mutants'), 'mutants');
    expect(problems).toContainEqual(expect.stringContaining('a bar is +2% of the axis longer'));
    expect(problems).toContainEqual(expect.stringContaining('a bar is -2% of the axis longer'));
  });

  test('that does not press the buttons of a menu', async () => {
    const task = weakened(await loadTask('chart/region-dashboard'), (checks) =>
      checks.filter((check) => check.kind !== 'figure' || check.view === undefined),
    );
    const problems = told(await gatesOf(task, 'mutants'), 'mutants');
    // This trace becomes visible only after a button is pressed.
    expect(problems).toContainEqual(expect.stringMatching(/trace \d+ is hidden for good/));
  });

  test('that accepts predictions at chance level', async () => {
    const task = weakened(await loadTask('chart/leaky-renewals'), (checks) =>
      checks.map((check) => (check.kind === 'predictions' ? { ...check, bar: 0.05 } : check)),
    );
    const problems = told(await gatesOf(task, 'mutants'), 'mutants');
    for (const what of ['the predictions are shuffled', 'every prediction is the mean', 'high is taken for low'])
      expect(problems).toContain(`passes though it is wrong: output/scores.csv: ${what}`);
  });

  test('that ignores the order of stops', async () => {
    const task = await loadTask('math/courier-round');
    const wrong = task.programs.get('wrong-no-order');
    const reference = task.programs.get('reference');
    if (!wrong || !reference) throw new Error('the task has changed');
    const careless = weakened(task, (checks) =>
      checks.flatMap((check) =>
        check.kind === 'certificate' && check.problem.prover === 'route'
          ? [{ ...check, problem: { ...check.problem, before: [] } }]
          : [],
      ),
    );
    const programs = new Map([reference, wrong].map((each) => [each.name, each]));
    const gates = await gatesOf({ ...careless, programs });
    expect(told(gates, 'wrong')).toContain('wrong-no-order passes');
    expect(told(gates, 'reference').join()).toContain('is possible');
  });

  test('that checks only the exit code of a tool', async () => {
    const task = await loadTask('software/log-summary');
    const blind = weakened(task, (checks) =>
      checks.map((check) => {
        if (check.kind !== 'program') return check;
        const cases = check.cases.flatMap((each) =>
          'run' in each ? [{ ...each, expect: { exit: each.expect.exit } }] : [],
        );
        return { ...check, cases };
      }),
    );
    const wrong = task.programs.get('wrong-traces');
    const reference = task.programs.get('reference');
    if (!wrong || !reference) throw new Error('the task has changed');
    const gates = await gatesOf({ ...blind, programs: new Map([reference, wrong].map((each) => [each.name, each])) });
    expect(told(gates, 'wrong')).toContain('wrong-traces passes');
  });

  test('that does not check a numeric column of a workbook', async () => {
    const task = weakened(await loadTask('chart/pivot-true-margins'), (checks) =>
      checks.map((check) => (check.kind === 'table' ? { ...check, tolerance: { q2: { absolute: 1e9 } } } : check)),
    );
    const problems = told(await gatesOf(task, 'mutants'), 'mutants');
    expect(problems).toContainEqual(expect.stringMatching(/q2 of row \d+ is/));
    expect(problems).toContainEqual(expect.stringMatching(/q2 of rows \d+ and \d+ is swapped/));
  });

  test('that checks only that a document has no tracked changes', async () => {
    const task = weakened(await loadTask('text/tracked-changes-by-author'), (checks) =>
      checks.filter(({ name }) => name === 'document settled'),
    );
    const gates = await gatesOf(task, 'mutants', 'noWork');
    expect(told(gates, 'mutants')).toContainEqual(expect.stringMatching(/^only \d+ of \d+ mutants are caught$/));
    expect(told(gates, 'noWork')).toContain('"blank" passes without doing the work');
  });

  test('that crashes, and report the crash as a problem', async () => {
    const task = weakened(await loadTask('chart/tied-winner'), (checks) =>
      checks.map((check) => (check.kind === 'answer' ? { ...check, expected: 'seven' } : check)),
    );
    const gates = await gatesOf(task, 'reference', 'noWork');
    expect(told(gates, 'reference').join()).toContain('reference does not pass: failed (could not be examined: ');
    expect(told(gates, 'noWork').join()).toContain('the verifier fails on what');
  });
});

describe('the gates report a task', { timeout: 300_000 }, () => {
  const first = '# %% [answer]\nprint(\'{"winners": ["Nobody"], "wins": 1}\')';

  test.each([
    [
      'that crashes',
      '(fails: answer wins)',
      'raise ValueError("oops")',
      'fails for another reason: cell 1: ValueError: oops',
    ],
    ['that says nothing', '(fails: answer wins)', 'x = 1', 'fails only because there is no answer'],
    ['that fails by no check that it names', '(fails: inputs)', first, 'names a check that the task does not have'],
    ['that names no check', '', first, 'does not say on its first line which check it fails, which here is answer'],
  ])('with a wrong program %s', async (_, fails, code, problem) => {
    const task = await loadTask('chart/tied-winner');
    const bad = parseProgram('wrong-bad', `# %% Does it badly ${fails}\n${code}`);
    const gates = await gatesOf({ ...task, programs: new Map([[bad.name, bad]]) });
    expect(told(gates, 'wrong')).toContainEqual(expect.stringContaining(`wrong-bad ${problem}`));
    expect(told(gates, 'reference')).toContain('there is no reference.py');
    expect(told(gates, 'also')[0]).toContain('there is no other right way');
  });

  test('with a wrong program that fails on a different check from the one it names', async () => {
    const task = await loadTask('chart/tied-winner');
    const stops = task.programs.get('wrong-first');
    if (!stops) throw new Error('the task has changed');
    const bad = { ...stops, title: 'Stops at the first leader (fails: answer wins)' };
    const gates = await gatesOf({ ...task, programs: new Map([[bad.name, bad]]) });
    expect(told(gates, 'wrong')).toContain('wrong-first fails on answer winners instead of answer wins');
  });

  test('that makes different instances from the same seed', async () => {
    const task = await loadTask('chart/tied-winner');
    let made = 0;
    const { generate } = task.definition;
    const restless = weakened(task, (checks) => checks);
    const gates = await gatesOf({
      ...restless,
      definition: {
        ...restless.definition,
        generate: async (draw, options) => {
          const instance = await generate(draw, options);
          return { ...instance, query: `${instance.query} (${(made += 1)})` };
        },
      },
    });
    expect(told(gates, 'bytes')).toEqual(['the same seed gave two different instances']);
  });

  test('that has a failing generator', async () => {
    const task = await loadTask('chart/tied-winner');
    const broken = {
      ...task,
      definition: { ...task.definition, generate: () => Promise.reject(new Error('out of ink')) },
    };
    expect(told(await gatesOf(broken), 'reference')[0]).toContain('cannot be made: out of ink');
  });
});

describe('the gates detect a weak check of pictures and sounds', { timeout: 300_000 }, () => {
  test('that ignores the contents of an animation', async () => {
    const task = weakened(await loadTask('image/photo-slideshow'), (checks) =>
      checks.map((check) =>
        check.kind === 'image' && check.looks.look === 'plays'
          ? { ...check, looks: { ...check.looks, likeness: { meanError: 255, tileError: 255 } } }
          : check,
      ),
    );
    const problems = told(await gatesOf(task, 'mutants'), 'mutants');
    expect(problems).toContainEqual(expect.stringMatching(/pixels at \d+, \d+ are altered in frame \d+/));
    expect(problems).toContainEqual(expect.stringContaining('left and right are exchanged'));
  });

  test('that checks only the length of a sound', async () => {
    const task = weakened(await loadTask('audio/cue-sheet-edit'), (checks) =>
      checks.filter(({ name }) => name.endsWith(' form')),
    );
    const problems = told(await gatesOf(task, 'mutants'), 'mutants');
    expect(problems).toContainEqual(expect.stringContaining('silent for a second from'));
    expect(problems).toContainEqual(expect.stringContaining('it plays backwards'));
  });
});
