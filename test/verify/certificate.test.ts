// Certificates: every optimal solution passes, a solution that is worse by one fails, and the flaw of an invalid one is
// named.
import { describe, expect, test } from 'vitest';
import { Draw, type Json } from '../../src/core/index.ts';
import {
  answerSolves,
  bestAssignment,
  bestKnapsack,
  bestRoute,
  fewestColours,
  fileSolves,
  isPrime,
  evaluate,
  knapsackValue,
  type AssignmentProblem,
  type Colouring,
  type Knapsack,
  type Material,
  type Route,
} from '../../src/verify/index.ts';
import { prove, type ProvenProblem } from '../../src/verify/kinds/certificate/provers/index.ts';

const draw = (label: string) => Draw.from({ task: 'x/y', seed: 1, salt: label });
const flawOf = (problem: ProvenProblem, claim: Json) => {
  const proved = prove(problem, claim);
  return 'flaw' in proved ? proved.flaw : `${proved.value} of ${proved.best}`;
};

const item = (value: number, kg: number) => ({ value, takes: { kg } });
const stop = (name: string, opens: number, closes: number) => ({ name, opens, closes, minutes: 10 });
const round = (...visits: [string, string][]): Json =>
  visits.map(([name, start], at) => ({ position: at + 1, stop: name, start }));

function validValue({ items, limits, needs, excludes }: Knapsack, chosen: readonly string[]): number | undefined {
  const has = (name: string) => chosen.includes(name);
  const fits = Object.entries(limits).every(
    ([thing, most]) => chosen.reduce((sum, name) => sum + (items[name]?.takes[thing] ?? 0), 0) <= most,
  );
  if (!fits || needs.some(([one, other]) => has(one) && !has(other))) return undefined;
  if (excludes.some(([one, other]) => has(one) && has(other))) return undefined;
  return chosen.reduce((sum, name) => sum + (items[name]?.value ?? 0), 0);
}

describe('knapsack', () => {
  const problem: Knapsack = {
    prover: 'knapsack',
    items: { tent: item(6, 4), stove: item(5, 3), gas: item(1, 1), lamp: item(5, 3), rope: item(3, 2) },
    limits: { kg: 7 },
    needs: [['stove', 'gas']],
    excludes: [['lamp', 'rope']],
  };

  test.each<[Json, string]>([
    [['tent', 'lamp'], '11 of 11'],
    [['gas', 'stove', 'LAMP '], '11 of 11'],
    [[{ item: 'tent' }, { item: 'rope' }, { item: 'gas' }], '10 of 11'],
    [['tent', 'stove'], '"stove" is chosen without "gas"'],
    [['lamp', 'rope'], '"lamp" and "rope" exclude each other'],
    [['tent', 'lamp', 'gas'], 'it takes 8 of kg, which is limited to 7'],
    [['tent', 'tent'], '"tent" is listed twice'],
    [['boat'], 'there is no item "boat"'],
    ['tent', 'expected a list, got "tent"'],
  ])('the claim %j gives: %s', (claim, flaw) => expect(flawOf(problem, claim)).toBe(flaw));

  test('bestKnapsack agrees with a brute-force search', () => {
    const random = draw('knapsack');
    for (let repeat = 0; repeat < 40; repeat += 1) {
      const names = 'abcdefghij'.split('');
      const drawn: Knapsack = {
        prover: 'knapsack',
        items: Object.fromEntries(
          names.map((name) => [
            name,
            { value: random.int(1, 20), takes: { a: random.int(0, 9), b: random.int(1, 9) } },
          ]),
        ),
        limits: { a: random.int(8, 25), b: random.int(8, 25) },
        needs: [[random.pick(names), random.pick(names)]],
        excludes: [random.sample(names, 2) as [string, string]],
      };
      let best = 0;
      for (let set = 0; set < 1 << names.length; set += 1) {
        const chosen = names.filter((_, at) => set & (1 << at));
        const proved = validValue(drawn, chosen);
        if (proved !== undefined) best = Math.max(best, proved);
      }
      expect(knapsackValue(drawn, bestKnapsack(drawn))).toBe(best);
    }
  });
});

describe('assignment', () => {
  const problem: AssignmentProblem = {
    prover: 'assignment',
    goal: 'least',
    workers: ['Ann', 'Ben', 'Cem'],
    jobs: ['cook', 'clean', 'drive', 'paint'],
    costs: [
      [4, 2, 8, 9],
      [4, 2, 7, 9],
      [3, 9, null, 9],
    ],
  };

  test.each<[Json, string]>([
    [{ Ann: 'clean', Ben: 'drive', Cem: 'cook' }, '12 of 12'],
    [
      [
        { worker: 'Cem', job: 'cook' },
        { worker: 'ben', job: 'clean' },
        { worker: 'Ann', job: 'drive' },
      ],
      '13 of 12',
    ],
    [{ Ann: 'cook', Ben: 'clean', Cem: 'drive' }, '"Cem" cannot do "drive"'],
    [{ Ann: 'cook', Ben: 'cook', Cem: 'clean' }, '"cook" goes to both "Ann" and "Ben"'],
    [{ Ann: 'cook', Ben: 'clean' }, '"Cem" is missing'],
    [{ Ann: 'cook', Ben: 'clean', Cem: 'sing' }, 'there is no job "sing"'],
    [7, 'expected one entry for each worker, got 7'],
  ])('the claim %j gives: %s', (claim, flaw) => expect(flawOf(problem, claim)).toBe(flaw));

  test('bestAssignment agrees with a brute-force search for both goals', () => {
    const random = draw('assignment');
    for (let repeat = 0; repeat < 40; repeat += 1) {
      const goal = random.pick(['least', 'most'] as const);
      const costs = random.many(4, () => random.many(5, () => (random.chance(0.15) ? null : random.int(-9, 30))));
      const sums: number[] = [];
      const visit = (row: number, used: readonly number[], sum: number): void => {
        if (row === 4) sums.push(sum);
        else
          for (const [job, cost] of (costs[row] ?? []).entries())
            if (cost !== null && !used.includes(job)) visit(row + 1, [...used, job], sum + cost);
      };
      visit(0, [], 0);
      const found = bestAssignment({
        prover: 'assignment',
        goal,
        workers: 'abcd'.split(''),
        jobs: 'vwxyz'.split(''),
        costs,
      });
      const best = goal === 'least' ? Math.min(...sums) : Math.max(...sums);
      expect(found?.value).toBe(sums.length === 0 ? undefined : best);
    }
  });
});

describe('route', () => {
  const problem: Route = {
    prover: 'route',
    leaves: 480,
    stops: [stop('A', 480, 900), stop('B', 480, 900), stop('C', 540, 560)],
    travel: [
      [0, 10, 10, 10],
      [10, 0, 10, 10],
      [10, 10, 0, 10],
      [10, 10, 10, 0],
    ],
    before: [],
  };

  test.each<[string, Json, string]>([
    ['one best round', round(['A', '08:10'], ['B', '08:30'], ['C', '09:00']), '560 of 560'],
    ['another one', round(['B', '8:15'], ['A', '08:40'], ['C', '09:00']), '560 of 560'],
    ['later than need be', round(['A', '08:10'], ['B', '08:30'], ['C', '09:01']), '561 of 560'],
    [
      'before one can be there',
      round(['A', '08:09'], ['B', '08:30'], ['C', '09:00']),
      '"A" cannot be reached before 08:10',
    ],
    [
      'too early',
      round(['A', '08:10'], ['B', '08:30'], ['C', '08:59']),
      '"C" is closed at 08:59; it is open from 09:00 to 09:20',
    ],
    [
      'too late',
      round(['A', '08:10'], ['B', '08:30'], ['C', '09:21']),
      '"C" is closed at 09:21; it is open from 09:00 to 09:20',
    ],
    ['a stop left out', round(['A', '08:10'], ['C', '09:00']), '"B" is missing'],
    [
      'one stop twice',
      round(['A', '08:10'], ['A', '08:30'], ['B', '08:50'], ['C', '09:20']),
      'a stop is visited twice',
    ],
    ['no time', round(['A', 'ten'], ['B', '08:30'], ['C', '09:00']), '"ten" is no time like 09:05'],
    ['positions from 0', [{ position: 0, stop: 'A', start: '08:10' }], 'the positions are not 1 to 1: there is 0'],
  ])('%s', (_, claim, flaw) => expect(flawOf(problem, claim)).toBe(flaw));

  test('a route with two stops in the wrong order fails', () => {
    const ordered: Route = { ...problem, before: [['A', 'B']] };
    expect(flawOf(ordered, round(['B', '08:15'], ['A', '08:40'], ['C', '09:00']))).toBe('"B" comes before "A"');
  });

  test('bestRoute agrees with a brute-force search', () => {
    const random = draw('route');
    for (let repeat = 0; repeat < 25; repeat += 1) {
      const names = 'ABCDE'.split('');
      const stops = names.map((name) => {
        const opens = random.int(480, 620);
        return { name, opens, closes: opens + random.int(20, 200), minutes: random.int(0, 20) };
      });
      const travel = random.many(6, () => random.many(6, () => random.int(1, 40)));
      const drawn: Route = { prover: 'route', leaves: 480, stops, travel, before: [['A', 'D']] };
      let best = Infinity;
      const visit = (place: number, free: number, done: readonly number[]): void => {
        if (done.length === 5) best = Math.min(best, free + (travel[place]?.[0] ?? 0));
        for (const [at, { opens, closes, minutes }] of stops.entries()) {
          if (done.includes(at) || (at === 3 && !done.includes(0))) continue;
          const start = Math.max(opens, free + (travel[place]?.[at + 1] ?? 0));
          if (start <= closes) visit(at + 1, start + minutes, [...done, at]);
        }
      };
      visit(0, 480, []);
      expect(bestRoute(drawn)?.back ?? Infinity).toBe(best);
    }
  });
});

describe('colouring', () => {
  const problem: Colouring = {
    prover: 'colouring',
    nodes: ['a', 'b', 'c', 'd', 'e'],
    // A cycle of five nodes needs three colours.
    edges: [
      ['a', 'b'],
      ['b', 'c'],
      ['c', 'd'],
      ['d', 'e'],
      ['e', 'a'],
    ],
  };

  test.each<[Json, string]>([
    [{ a: 1, b: 2, c: 1, d: 2, e: 3 }, '3 of 3'],
    [
      'abcde'.split('').map((node, at) => ({ node, colour: ['red', 'Blue', 'green', 'red', 'blue'][at] ?? '' })),
      '3 of 3',
    ],
    [{ a: 1, b: 2, c: 3, d: 4, e: 2 }, '4 of 3'],
    [{ a: 1, b: 2, c: 1, d: 2, e: 1 }, '"e" and "a" must differ, both have 1'],
    [{ a: 'red', b: 'RED ', c: 1, d: 2, e: 3 }, '"a" and "b" must differ, both have red'],
    [{ a: 1, b: 2, c: 1, d: 2 }, '"e" is missing'],
    [{ a: 1, b: 2, c: 1, d: 2, e: '' }, '"e" has no colour'],
  ])('the claim %j gives: %s', (claim, flaw) => expect(flawOf(problem, claim)).toBe(flaw));

  test('fewestColours gives the known chromatic numbers of standard graphs', () => {
    const nodes = Array.from({ length: 11 }, (_, at) => String(at));
    const complete = nodes.flatMap((one, at) => nodes.slice(at + 1).map((other): [string, string] => [one, other]));
    expect(fewestColours({ prover: 'colouring', nodes, edges: complete })).toBe(11);
    expect(fewestColours({ prover: 'colouring', nodes, edges: [] })).toBe(1);
    // The Grötzsch graph has no triangle but needs four colours.
    const ring = [0, 1, 2, 3, 4];
    const edges = ring.flatMap((at): [string, string][] => [
      [String(at), String((at + 1) % 5)],
      [String(at + 5), String((at + 1) % 5)],
      [String(at + 5), String((at + 4) % 5)],
      [String(at + 5), '10'],
    ]);
    expect(fewestColours({ prover: 'colouring', nodes, edges })).toBe(4);
  });
});

describe('factorisation', () => {
  const problem = { prover: 'factorisation', number: '1000036000099' } as const;

  test.each<[Json, string]>([
    [[1000003, 1000033], '2 of 2'],
    [['1000033', '1000003 '], '2 of 2'],
    [['1000036000099'], '1000036000099 is not a prime'],
    [['1', '1000003', '1000033'], '1 is not a prime'],
    [[1000003], 'the product of the factors is not 1000036000099'],
    [[1000003, 1000032], 'the product of the factors is not 1000036000099'],
    [[1e300], '1e+300 is not a whole number with all its digits'],
    ['1000003', 'expected a list of primes, got "1000003"'],
  ])('the claim %j gives: %s', (claim, flaw) => expect(flawOf(problem, claim)).toBe(flaw));

  test('isPrime rejects pseudoprimes', () => {
    const primes = Array.from({ length: 60 }, (_, n) => n).filter((n) => isPrime(BigInt(n)));
    expect(primes).toEqual([2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59]);
    expect(isPrime(561n)).toBe(false); // a Carmichael number
    expect(isPrime(3_215_031_751n)).toBe(false); // a strong pseudoprime to the bases 2, 3, 5 and 7
    expect(isPrime(2n ** 61n - 1n)).toBe(true);
  });
});

describe('a check of a certificate', () => {
  const about = { en: '', zh: '' };
  const problem = { prover: 'factorisation', number: '35' } as const;
  const knapsack: Knapsack = {
    prover: 'knapsack',
    items: { tent: { value: 2, takes: { kg: 1 } }, lamp: { value: 2, takes: { kg: 1 } } },
    limits: { kg: 1 },
    needs: [],
    excludes: [],
  };
  const material = (files: Record<string, string>, block: string | null = null): Material => ({
    answer: { schema: { primes: { value: { type: 'set', of: { type: 'integer' } }, about } }, block },
    outputs: {
      'output/t.csv': { type: 'table', about, columns: { Thing: { value: { type: 'text' } } }, key: ['Thing'] },
      'output/t.json': { type: 'file', about },
    },
    files: new Map(Object.entries(files).map(([path, text]) => [path, Buffer.from(text)])),
    figures: new Map(),
    executions: new Map(),
  });

  test('reads the claim from the answer', async () => {
    const check = answerSolves('primes', problem);
    expect(await evaluate(check, material({}, '{"primes": [7, 5]}'))).toMatchObject({ ok: true });
    expect(await evaluate(check, material({}, '{"primes": [7]}'))).toMatchObject({
      ok: false,
      message: 'primes: the product of the factors is not 35',
    });
    expect(await evaluate(check, material({}))).toMatchObject({
      ok: false,
      message: 'primes: there is no answer block',
    });
  });

  test('reads the claim from a table with renamed columns', async () => {
    const check = fileSolves('output/t.csv', knapsack, { item: 'Thing' });
    for (const each of ['tent', 'lamp'])
      expect(await evaluate(check, material({ 'output/t.csv': `thing\n${each}\n` }))).toMatchObject({
        ok: true,
        message: 'output/t.csv: valid, and its value of 2 is the best there is',
      });
    expect(await evaluate(check, material({ 'output/t.csv': 'thing\n' }))).toMatchObject({
      ok: false,
      message: 'output/t.csv: valid, but its value is 0, and 2 is possible',
      expected: 2,
      actual: 0,
    });
    expect(await evaluate(check, material({ 'output/t.csv': 'thing\ntent\nlamp\n' }))).toMatchObject({
      ok: false,
      evidence: { flaw: 'it takes 2 of kg, which is limited to 1', at: ['tent', 'lamp'] },
    });
    expect(await evaluate(check, material({}))).toMatchObject({
      ok: false,
      message: 'output/t.csv: the file is missing',
    });
  });

  test('reads the claim from JSON and refuses broken JSON', async () => {
    const check = fileSolves('output/t.json', knapsack);
    expect(await evaluate(check, material({ 'output/t.json': '["lamp"]' }))).toMatchObject({ ok: true });
    expect(await evaluate(check, material({ 'output/t.json': '[{"item": "lamp"}]' }))).toMatchObject({ ok: true });
    for (const broken of ['', '{', '{}', 'null', '[[["lamp"]]]', '[null]', '{"item": {"item": 1}}', '[1e999]'])
      expect(await evaluate(check, material({ 'output/t.json': broken }))).toMatchObject({ ok: false });
  });
});
