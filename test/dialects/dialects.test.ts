// The dialects: parsing of the replies of models into code, calls and final responses.
import type { ModelReply, ReplyPart, DialectName } from '../../src/core/index.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dialects, type ReplyReading, answerBlock } from '../../src/dialects/index.ts';
import { readFences } from '../../src/dialects/fences.ts';
import { endsInsideString } from '../../src/dialects/python-strings.ts';
import { call, text } from '../support/scripted-model.ts';

const read = (dialect: DialectName, said: string | ReplyPart[], finish: ModelReply['finish'] = 'stop'): ReplyReading =>
  dialects[dialect].read({ parts: typeof said === 'string' ? [text(said)] : said, finish });
const wrap = (code: string) => `<|execute_start|>${code}<|execute_end|>`;
const codeOf = ({ steps }: ReplyReading) => steps.map((step) => (step.kind === 'run' ? step.code : step.why));

describe('fence', () => {
  test.each([
    ['plain', '```python\nprint(1)\n```', 'print(1)', []],
    ['py', 'Look:\n\n```py\nprint(1)\n```', 'print(1)', []],
    ['Python', '```Python\nprint(1)\n```', 'print(1)', []],
    ['python3', '``` python3\nprint(1)\n```', 'print(1)', []],
    ['ipython', '```ipython\n%time 1\n```', '%time 1', []],
    ['{python}', '```{python}\nprint(1)\n```', 'print(1)', []],
    ['a file name', '```python:main.py\nprint(1)\n```', 'print(1)', []],
    ['tildes', '~~~python\nprint("```")\n~~~', 'print("```")', []],
    ['no label', '```\nprint(1)\n```', 'print(1)', ['untagged-fence']],
    ['windows', '```python\r\nprint(1)\r\nprint(2)\r\n```', 'print(1)\nprint(2)', []],
    ['in a list', '1. So:\n   ```python\n   if x:\n       y()\n   ```', 'if x:\n    y()', []],
    ['after text', 'Run this: ```python\nprint(1)\n```', 'print(1)', []],
    ['several', '```python\na = 1\n```\nand\n```py\nb = 2\n```', 'a = 1\n\nb = 2', ['several-fences']],
    ['unclosed', '```python\nprint(1)', 'print(1)', ['unclosed-fence']],
    ['unclosed, next', '```python\na\n```python\nb\n```', 'a\n\nb', ['several-fences', 'unclosed-fence']],
    ['text after', '```python\nprint(1)\n```\nOutput: 1', 'print(1)', ['text-after-code']],
    ['output beside', '```python\nprint(1)\n```\n```\n1\n```', 'print(1)', ['untagged-fence-not-run']],
    ['thoughts', '<think>\n```python\nno()\n```\n</think>\n```python\nyes()\n```', 'yes()', []],
    ['the end of thoughts', 'I could\n```python\nno()\n```\n</think>\n\n```python\nyes()\n```', 'yes()', []],
    [
      'a fence in a string',
      '```python\ns = """\n```bash\nls\n```\n"""\nprint(s)\n```',
      's = """\n```bash\nls\n```\n"""\nprint(s)',
      [],
    ],
    ['quotes that never end', '```python\ns = """\n```\nSo.', 's = """', ['text-after-code']],
    ['a long fence', '````python\ns = "\n```\n"\n````', 's = "\n```\n"', []],
  ])('%s', (_, said, code, ambiguities) => {
    const reading = read('fence', said);
    expect(codeOf(reading)).toEqual([code]);
    expect(reading.final).toBeUndefined();
    expect(reading.ambiguities).toEqual(ambiguities);
  });

  test.each([
    ['words', 'The winner is A.'],
    ['inline code', 'Use `print(1)` or ```print(1)```.'],
    ['one line', '```python print(1)```'],
    ['bash', '```bash\nrm -rf /\n```'],
    ['a session', '```pycon\n>>> 1\n```'],
    ['an empty fence', '```python\n\n```\nDone.'],
    ['markdown around', '```markdown\n~~~python\nno()\n~~~\n```'],
  ])('%s is not run', (_, said) => {
    const reading = read('fence', said);
    expect(reading.steps).toEqual([]);
    expect(reading.final).toBe(said);
  });

  test('an answer block does not run as code, and is ignored in a reply with code', () => {
    const answer = '```answer\n{"a": 1}\n```';
    expect(read('fence', `Done.\n${answer}`)).toMatchObject({ steps: [], final: `Done.\n${answer}` });
    const beside = read('fence', `\`\`\`python\nx\n\`\`\`\n${answer}`);
    expect(codeOf(beside)).toEqual(['x']);
    expect(beside.ambiguities).toEqual(['answer-beside-code']);
    const shown = read('fence', `\`\`\`\nA 3\n\`\`\`\n${answer}`);
    expect(shown).toMatchObject({ steps: [], ambiguities: ['untagged-fence-not-run'] });
  });

  test('a truncated answer block is closed', () => {
    const reading = read('fence', 'So:\n~~~answer\n{"a": 1}');
    expect(answerBlock(reading.final ?? '')).toBe('{"a": 1}');
    expect(reading.ambiguities).toEqual(['unclosed-fence']);
  });

  test('unclosed reasoning is an empty reply', () => {
    expect(read('fence', '<think>hm ```python\nx\n```')).toMatchObject({
      final: '',
      ambiguities: ['unclosed-reasoning'],
    });
  });

  test('reasoning is not sent back; a message of reasoning alone is not sent back either', () => {
    expect(dialects.fence.remember([text('<think>a</think>\nb')])).toEqual([text('b')]);
    expect(dialects.fence.remember([text('<think>a</think>')])).toEqual([]);
    const kept: ReplyPart = { type: 'reasoning', text: 'a', meta: { signature: 'x' } };
    expect(dialects.fence.remember([kept, text('b')])).toEqual([kept, text('b')]);
  });
});

describe('tags', () => {
  test.each([
    ['a fence inside', wrap('\n```python\nprint(1)\n```\n'), 'print(1)', []],
    ['no fence', wrap('\nif x:\n    y()\n'), 'if x:\n    y()', []],
    ['stopped at the end', 'So <|execute_start|>\n```python\nprint(1)\n```\n', 'print(1)', []],
    ['two blocks', `${wrap('a')} then ${wrap('b')}`, 'a\n\nb', ['several-blocks']],
    ['no end before the next', `<|execute_start|>\na\n${wrap('b')}`, 'a\n\nb', ['unclosed-block', 'several-blocks']],
    ['text after', `${wrap('a')}\nIt prints 1.`, 'a', ['text-after-code']],
    ['a fence elsewhere', `\`\`\`python\nno()\n\`\`\`\n${wrap('yes()')}`, 'yes()', ['code-outside']],
    ['another language', wrap('\n```bash\nls\n```\n```py\nx\n```'), 'x', ['other-language-not-run']],
    ['an answer beside', `\`\`\`answer\n{}\n\`\`\`\n${wrap('x')}`, 'x', ['answer-beside-code']],
  ])('%s', (_, said, code, ambiguities) => {
    const reading = read('tags', said);
    expect(codeOf(reading)).toEqual([code]);
    expect(reading.ambiguities).toEqual(ambiguities);
  });

  test('a block that the token limit truncates is reported as unclosed', () => {
    expect(read('tags', '<|execute_start|>\nx = 1', 'length').ambiguities).toEqual(['unclosed-block']);
  });

  test('fenced code outside of tags does not run', () => {
    const reading = read('tags', 'Done with\n```python\nx\n```');
    expect(reading).toMatchObject({ steps: [], ambiguities: ['code-outside'] });
    expect(reading.final).toContain('Done with');
  });

  test('a block that ended at the stop sequence gets its end tag in the conversation', () => {
    expect(dialects.tags.stop).toEqual(['<|execute_end|>']);
    expect(dialects.tags.remember([text('a <|execute_start|>\nx\n')])).toEqual([
      text('a <|execute_start|>\nx\n<|execute_end|>'),
    ]);
    expect(dialects.tags.remember([text(wrap('x'))])).toEqual([text(wrap('x'))]);
  });
});

describe('tools', () => {
  test.each([
    ['parsed arguments', { code: 'print(1)\n' }, 'print(1)\n', []],
    [
      'raw line breaks',
      '{"code": "for x in y:\n\tprint("z")"}'.replaceAll('"z"', "'z'"),
      "for x in y:\n\tprint('z')",
      ['repaired-arguments'],
    ],
    ['bare code', 'print(1)', 'print(1)', ['bare-arguments']],
    ['a JSON string', '"print(1)"', 'print(1)', ['bare-arguments']],
    ['a fence', { code: '```python\nprint(1)\n```' }, 'print(1)', []],
    ['another name', { source: 'print(1)' }, 'print(1)', ['other-argument']],
  ])('%s', (_, input, code, ambiguities) => {
    const reading = read('tools', [call('python', input)]);
    expect(codeOf(reading)).toEqual([code]);
    expect(reading.ambiguities).toEqual(ambiguities);
  });

  test.each([
    ['half an object', '{"code": "pri'],
    ['nothing', ''],
    ['no code', {}],
    ['two strings', { a: 'x', b: 'y' }],
    ['a number', { code: 3 }],
  ])('%s is malformed', (_, input) => {
    expect(codeOf(read('tools', [call('python', input)]))).toEqual(['malformed-call']);
  });

  test('several calls keep their order, and calls that cannot run get a reason', () => {
    const parts = [text('So.'), call('python', { code: 'a' }, '1'), call('shell', { cmd: 'ls' }, '2')];
    const reading = read('tools', [
      ...parts,
      call('python', { code: 'b' }, '3'),
      call('submit', { response: 'x' }, '4'),
    ]);
    expect(codeOf(reading)).toEqual(['a', 'unknown-tool', 'b', 'submit-beside-code']);
    expect(reading).toMatchObject({ analysis: 'So.', final: undefined, ambiguities: ['answer-beside-code'] });
    const results = reading.steps.map((step) => ({ step, parts: [{ type: 'text' as const, text: 'r' }] }));
    const messages = dialects.tools.respond(results, ['note']);
    expect(messages.map((message) => message.role === 'tool' && message.id)).toEqual(['1', '2', '3', '4']);
    expect(messages.at(-1)?.parts).toEqual([text('r'), text('note')]);
  });

  test.each([
    ['an object', { answer: { a: 1 }, response: 'Done.' }, 'Done.', '{"a":1}'],
    ['JSON as text', { answer: '{"a": 1}', response: 'Done.' }, 'Done.', '{"a": 1}'],
    ['raw line breaks', '{"answer": {"a": 1}, "response": "two\nlines"}', 'two\nlines', '{"a":1}'],
    ['no answer', { response: 'Done.' }, 'Done.', null],
    ['nothing', {}, 'Said.', null],
  ])('a submit call with %s is a final response', (_, input, begins, block) => {
    const { final = '', submits } = read('tools', [text('Said.'), call('submit', input)]);
    expect(final.startsWith(begins)).toBe(true);
    expect(answerBlock(final)).toBe(block);
    expect(submits).toHaveLength(1);
  });

  test('a reply without calls is final, even if it contains code', () => {
    const reading = read('tools', 'See\n```python\nx\n```');
    expect(reading).toMatchObject({ steps: [], ambiguities: ['code-outside'] });
  });

  test('repaired arguments are recorded in the conversation', () => {
    expect(dialects.tools.remember([call('python', 'print(1)')])).toMatchObject([{ input: { code: 'print(1)' } }]);
    expect(dialects.tools.remember([call('python', '{"code')])).toMatchObject([{ input: { arguments: '{"code' } }]);
  });
});

describe('any text of a model', () => {
  const scraps = fc.constantFrom(
    ...'``` ```python ```answer ~~~ <think> </think> <|execute_start|> <|execute_end|> """ \' # ` \\ print(1)'.split(
      ' ',
    ),
    ...'\n|\r\n|{"code": "|"}|   |你好|\ud800'.split('|'),
  );
  const mess = fc.array(fc.oneof(scraps, fc.string()), { maxLength: 30 }).map((parts) => parts.join(''));
  const finish = fc.constantFrom('stop' as const, 'length' as const);

  test.each(['fence', 'tags', 'tools'] as const)('%s reads steps or a final response, never both', (dialect) => {
    fc.assert(
      fc.property(mess, mess, finish, (said, raw, ended) => {
        for (const parts of [[text(said)], [text(said), call('python', raw)], [call('submit', raw)]]) {
          const reading = read(dialect, parts, ended);
          expect(reading.final === undefined).toBe(reading.steps.length > 0);
          for (const code of codeOf(reading)) expect(code.trim()).not.toBe('');
          dialects[dialect].remember(parts);
        }
      }),
      { numRuns: 500 },
    );
  });

  const line = fc.string().filter((each) => !/[`~<\r\n]/.test(each));
  const program = fc
    .array(line, { minLength: 1, maxLength: 8 })
    .map((lines) => lines.join('\n'))
    .filter((code) => code.trim() !== '' && !endsInsideString(code));
  const label = fc.constantFrom('python', 'py', 'Python', 'python3', 'ipython');

  test('fence and tags read fenced code unchanged', () => {
    fc.assert(
      fc.property(line, program, label, line, (before, code, word, after) => {
        const said = `${before}\n\`\`\`${word}\n${code}\n\`\`\`\n${after}`;
        expect(codeOf(read('fence', said))).toEqual([code]);
        const tagged = read('tags', `${before}<|execute_start|>\n\`\`\`${word}\n${code}\n\`\`\`\n<|execute_end|>`);
        expect(codeOf(tagged)).toEqual([code]);
      }),
      { numRuns: 500 },
    );
  });

  test('tools reads the program of a call unchanged, with valid or broken escapes', () => {
    fc.assert(
      fc.property(program, (code) => {
        expect(codeOf(read('tools', [call('python', { code })]))).toEqual([code]);
        const sloppy = `{"code": "${code.replace(/["\\]/g, '\\$&')}"}`;
        expect(codeOf(read('tools', [call('python', sloppy)]))).toEqual([code]);
      }),
      { numRuns: 500 },
    );
  });

  test('fences and the text outside are together not longer than the reply', () => {
    fc.assert(
      fc.property(mess, (said) => {
        const { fences, outside } = readFences(said);
        const length = fences.reduce((sum, { content }) => sum + content.length, outside.length);
        expect(length).toBeLessThanOrEqual(said.length);
      }),
    );
  });
});
