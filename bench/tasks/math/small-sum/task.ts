// A minimal task for bench/trials.ts: the sum of two numbers, with a new pair for every seed.
import { answerEquals, defineTask, field, integer } from 'pybench/kit';

export default defineTask<{ sum: number }>({
  level: 'easy',
  skills: ['arithmetic'],
  inputs: [],
  outputs: [],
  languages: ['en'],
  generate(draw) {
    const [a, b] = [draw.int(0, 1_000_000), draw.int(0, 1_000_000)];
    return {
      files: {},
      query: `What is ${a} + ${b}?`,
      answer: { sum: field(integer, 'the sum of the two', '两数之和') },
      truth: { sum: a + b },
    };
  },
  checks: ({ sum }) => [answerEquals('sum', sum)],
});
