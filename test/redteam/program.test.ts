// Modules and tools that search for the expected results, or raise one exception for everything; and right ones in
// other forms.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { InterpreterHost } from '../../src/interpreter/index.ts';
import { programPasses, type ProgramCase, type Submission } from '../../src/verify/index.ts';
import { testHost, verifyOn } from '../support/host.ts';
import { ONE_SEED, redTeam, withBytes, type Target, type Make } from '../support/redteam.ts';

const MODULE = 'output/exprlib.py';
const TOOL = 'output/logsum.py';
const source = ({ reference }: Target, file: string) => Buffer.from(reference.files.get(file) ?? []).toString('utf8');

/** The reference's module, followed by more code. */
const followed =
  (file: string, more: string): Make =>
  (target) =>
    withBytes(target.reference, file, `${source(target, file)}\n\n${more}\n`);
const instead =
  (file: string, text: string): Make =>
  ({ reference }) =>
    withBytes(reference, file, text);
const changed =
  (file: string, old: RegExp, by: string): Make =>
  (target) => {
    const text = source(target, file).replace(old, by);
    if (text === source(target, file)) throw new Error(`the reference has no ${String(old)}`);
    return withBytes(target.reference, file, text);
  };

const wrap = (body: string) => `_plain = evaluate\ndef evaluate(text, variables):\n${body}`;

redTeam('software/expression-library', {
  wrong: {
    'raises wherever the driver seems to expect it': instead(
      MODULE,
      `import gc
class ExprError(ValueError):
    position = 0
def evaluate(text, variables):
    for each in gc.get_objects():
        if isinstance(each, dict) and each.get("args") == [text, variables] and each.get("attributes"):
            raise ExprError("expected")
    return 0
`,
    ),
    'an error that is no ValueError': changed(MODULE, /class ExprError\(ValueError\)/, 'class ExprError(Exception)'),
    'an error that only has the right name': followed(
      MODULE,
      wrap(`    try:
        return _plain(text, variables)
    except ExprError as error:
        other = type("ExprError", (ValueError,), {})()
        other.position = error.position
        raise other`),
    ),
    'an error without its place': changed(MODULE, /\.position\b/g, '.place'),
    'an error for everything': followed(
      MODULE,
      'def evaluate(text, variables):\n    error = ExprError("no", 0) if False else ExprError.__new__(ExprError)\n    error.position = len(text)\n    raise error',
    ),
    'values from a file of cases': instead(
      MODULE,
      `import glob, json
class ExprError(ValueError):
    position = 0
cases = [each for path in glob.glob("**/*.json", recursive=True) for each in json.load(open(path))]
def evaluate(text, variables):
    return next(each["expect"]["returns"] for each in cases if each["args"] == [text, variables])
`,
    ),
  },
  right: {
    'a subclass of its own': followed(
      MODULE,
      `class Narrow(ExprError):\n    pass\n${wrap('    try:\n        return _plain(text, variables)\n    except ExprError as error:\n        error.__class__ = Narrow\n        raise')}`,
    ),
    'an error with a second base': changed(
      MODULE,
      /class ExprError\(ValueError\)/,
      'class _Base:\n    pass\n\n\nclass ExprError(ValueError, _Base)',
    ),
    'an error that is caught and raised again': followed(
      MODULE,
      wrap(
        '    try:\n        return _plain(text, variables)\n    except ExprError as error:\n        raise error from None',
      ),
    ),
    'a module that prints while it works': followed(
      MODULE,
      wrap('    print("evaluating", text)\n    return _plain(text, variables)'),
    ),
  },
});

redTeam('software/log-summary', {
  seeds: ONE_SEED,
  wrong: {
    'ends well whatever happens': instead(TOOL, 'import sys\nsys.exit(0)\n'),
    'prints what lies around': instead(
      TOOL,
      'import glob\nfor path in glob.glob("/tmp/**/*", recursive=True) + glob.glob("../**/*.json", recursive=True):\n    print(open(path).read())\n',
    ),
    'prints its input': instead(TOOL, 'import sys\nprint(sys.stdin.read())\n'),
  },
  right: {
    'a tool with a comment and another end': followed(TOOL, '# The end.'),
    'a tool in one function called at once': (target) =>
      withBytes(
        target.reference,
        TOOL,
        `CODE = ${JSON.stringify(source(target, TOOL))}\nexec(compile(CODE, __file__, "exec"))\n`,
      ),
    'a tool that writes with Windows line ends': (target) =>
      withBytes(target.reference, TOOL, source(target, TOOL).replaceAll('\n', '\r\n')),
  },
});

const moduleOf = (errors: string, [key, index, parse, look]: readonly string[]) => `${errors}
def get(what):
    if what == "a": return 1
    if what == "b": raise ${key}
    if what == 7: raise ${index}
    if what == "?": raise ${parse}
    raise ${look}
`;

describe('exceptions', { timeout: 120_000 }, () => {
  let host: InterpreterHost;
  beforeAll(async () => {
    host = await testHost();
  });
  afterAll(() => host.close());

  const cases: ProgramCase[] = [
    { call: 'get', args: ['a'], expect: { returns: 1 } },
    { call: 'get', args: ['b'], expect: { raises: 'KeyError' } },
    { call: 'get', args: [7], expect: { raises: 'IndexError' } },
    { call: 'get', args: ['?'], expect: { raises: 'ParseError', with: { position: 0 } } },
    { call: 'get', args: [''], expect: { raises: 'LookupError' } },
  ];
  const parseError = 'class ParseError(Exception):\n    position = 0\n';
  const grade = async (text: string, separately = false) => {
    const submission: Submission = {
      answer: { schema: undefined, block: null },
      outputs: { 'output/m.py': { type: 'file', about: { en: '', zh: '' } } },
      figures: new Map(),
      files: new Map([['output/m.py', Buffer.from(text)]]),
    };
    const checks = cases.map((each, at) => programPasses('output/m.py', `case ${at}`, [each], 'm.py'));
    return await verifyOn(host)(checks, submission, { untilFailure: separately });
  };

  test.each([
    ['the named classes', parseError, ['KeyError', 'IndexError', 'ParseError', 'LookupError']],
    [
      'subclasses',
      `${parseError}class A(KeyError): pass\nclass B(IndexError): pass\nclass C(ParseError): pass\nclass D(LookupError): pass`,
      ['A', 'B', 'C', 'D'],
    ],
    [
      'a subclass with another base',
      `${parseError}class A(KeyError, AttributeError): pass`,
      ['A', 'IndexError', 'ParseError', 'LookupError'],
    ],
  ])('exceptions of %s pass', async (_, errors, raised) => {
    for (const separately of [false, true])
      expect((await grade(moduleOf(errors, raised), separately)).filter(({ ok }) => !ok)).toEqual([]);
  });

  test.each([
    ['one class for every one', `${parseError}class Any(KeyError, IndexError, ParseError): pass`, 'Any'],
    ['a named class for every one', 'class ParseError(KeyError, IndexError):\n    position = 0\n', 'ParseError'],
    [
      'a class that only has the name',
      `${parseError}class Other(Exception): position = 0\nOther.__name__ = "KeyError"`,
      'Other',
    ],
    [
      'a class that lies about its bases',
      `${parseError}class Meta(type):\n    __mro__ = (KeyError, IndexError, ParseError)\nclass Liar(Exception, metaclass=Meta): position = 0`,
      'Liar',
    ],
  ])('exceptions of %s fail', async (_, errors, name) => {
    const results = await grade(moduleOf(errors, [name, name, name, name]));
    expect(results.slice(1, 4).filter(({ ok }) => ok).length).toBeLessThan(2);
    expect((await grade(moduleOf(errors, [name, name, name, name]), true)).some(({ ok }) => !ok)).toBe(true);
  });

  test('the data of the driver does not differ between cases that return and cases that raise', async () => {
    const spy = `import gc, json
known = []
def get(what):
    for each in gc.get_objects():
        if isinstance(each, dict) and "args" in each and "call" in each:
            known.append(sorted(set(each) - {"call", "args"}))
    return json.dumps([known, sorted(globals().get("__builtins__", {}).get("x", []))])
`;
    const results = await grade(spy);
    for (const { message } of results) expect(message).toMatch(/got "\[\[(\[\](, )?)*\], \[\]\]"/);
  });
});
