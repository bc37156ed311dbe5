// A small formula evaluator written to a specification that differs between instances: grouping of powers, signs against
// powers, an operator of its own, errors with their exact place. Passing the text to Python's eval fails.
import { defineTask, fileOutput, programPasses, type ProgramCase } from 'pybench/kit';
import { drawCases, type Case, type Group } from './cases.ts';
import { drawRules, writeSpec } from './spec.ts';

type Truth = Record<Group, Case[]>;

const FILE = 'output/exprlib.py';

const query = {
  en:
    'Our form editor lets people type little formulas, and I need the Python module behind it. ./data/spec.md says ' +
    'exactly how `evaluate(text, variables)` must read a formula and when it raises `ExprError`; the editor highlights ' +
    'the character at `position`, so the places have to be right too. Please follow the specification to the letter, ' +
    'with nothing but the standard library. The module will be imported somewhere else, where the specification is not ' +
    'at hand.',
  zh:
    '我们的表单编辑器允许用户输入简单的公式，现在需要背后那个 Python 模块。./data/spec.md 写明了 `evaluate(text, variables)` ' +
    '应当怎样解读公式、什么时候抛出 `ExprError`；编辑器会把 `position` 处的字符标红，所以位置也必须准确。' +
    '请严格按规格实现，只用标准库。这个模块会在别处导入，到时规格文件不在手边。',
};

export default defineTask<Truth>({
  level: 'medium',
  skills: ['parsing', 'specification', 'error handling'],
  inputs: ['md'],
  outputs: ['py'],
  generate(draw, { lang }) {
    const rules = drawRules(draw.fork('rules'));
    const own = rules.extra.symbol;
    const examples = ['-2 ^ 2', '2 ^ -1', `7 ${own} 2 * 3`, `-7 ${own} 2`, 'price * 3 - 1'];
    return {
      files: { 'spec.md': writeSpec(rules, examples, { price: 2.5 }, lang) },
      query: query[lang],
      outputs: {
        [FILE]: fileOutput({
          en: 'the module, with `evaluate` and `ExprError`.',
          zh: '该模块，其中有 `evaluate` 和 `ExprError`。',
        }),
      },
      truth: drawCases(draw.fork('cases'), rules),
    };
  },
  checks: ({ arithmetic, signs, functions, errors, depth }) => [
    programPasses(FILE, 'arithmetic', arithmetic.map(asProgramCase), 'evaluate(text, variables)'),
    programPasses(FILE, 'signs and powers', signs.map(asProgramCase), 'evaluate(text, variables)'),
    programPasses(FILE, 'functions', functions.map(asProgramCase), 'evaluate(text, variables)'),
    programPasses(FILE, 'errors', errors.map(asProgramCase), '`position`'),
    programPasses(FILE, 'nesting', depth.map(asProgramCase), '`ExprError`'),
  ],
});

/** An error is always a ValueError, too. */
function asProgramCase(each: Case): ProgramCase {
  const args = [each.text, each.variables];
  if ('value' in each) return { call: 'evaluate', args, expect: { returns: each.value } };
  return {
    call: 'evaluate',
    args,
    expect: { raises: ['ExprError', 'ValueError'], with: { position: each.position } },
  };
}
