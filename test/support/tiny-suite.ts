// A suite of one quick task: double a number, as an answer and in a file. For tests of runs, not of tasks.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const task = `import { answerEquals, column, defineTask, field, integer, tableEquals, tableOutput } from 'pybench/kit';

export default defineTask({
  level: 'easy',
  skills: ['doubling'],
  inputs: ['txt'],
  outputs: ['csv'],
  generate(draw, { lang }) {
    const number = draw.int(1, 1_000_000);
    return {
      files: { 'number.txt': String(number) },
      query: lang === 'en' ? 'Please double the number in ./data/number.txt.' : '请把 ./data/number.txt 里的数加倍。',
      answer: { result: field(integer, 'the double', '结果') },
      outputs: {
        'output/double.csv': tableOutput({ en: 'one row.', zh: '一行。' }, { result: column(integer, 'the double', '结果') }, ['result']),
      },
      truth: { result: 2 * number },
    };
  },
  checks: ({ result }) => [answerEquals('result', result), tableEquals('output/double.csv', [{ result }])],
});
`;

const program = (result: string) => `# %%
result = ${result}
open('output/double.csv', 'w').write(f'result\\n{result}\\n')

# %% [answer]
import json
print(json.dumps({'result': result}))
`;

/** Writes the suite and returns its name. With other code, the digest of the task changes. */
export function tinySuite(folder: string, code = "2 * int(open('data/number.txt').read())"): string {
  const place = join(folder, 'math', 'double');
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, 'task.js'), task);
  writeFileSync(join(place, 'reference.py'), program(code));
  writeFileSync(join(place, 'wrong-odd.py'), program('1'));
  return `dir:${folder}`;
}
