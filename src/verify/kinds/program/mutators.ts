// Mutants of a submitted Python module or tool. Most change one operator, constant, return value or text-cleaning call
// in code; they always parse, but a few have no visible effect. Others raise exceptions of another class or without
// their attributes, which is certainly wrong.
import { type CheckedInstance, withFile, type Mutator } from '../../mutants/mutant.ts';

/** Running a mutant takes about a second, so an instance gets few; different seeds cover different places. */
const PER_INSTANCE = 4;
const RAISING_PER_INSTANCE = 1;

interface Edit {
  readonly at: number;
  readonly old: string;
  readonly new: string;
}

export function programMutator(path: string): Mutator {
  return {
    mutants({ work, draw, instance }) {
      const source = Buffer.from(work.files.get(path) ?? []).toString('utf8');
      const edits = programEdits(source);
      const raising = wrongExceptions(source, raisedBy(instance, path)).map(({ what, source: changed }) => ({
        what: `${path}: ${what}`,
        work: withFile(work, path, changed),
        certain: true,
      }));
      const sampled = draw.sample(edits, Math.min(PER_INSTANCE, edits.length)).map((edit) => ({
        what: `${path}: line ${lineOf(source, edit.at)} has ${edit.new.trim() || 'nothing'} instead of ${edit.old.trim()}`,
        work: withFile(work, path, applyEdit(source, edit)),
        certain: false,
      }));
      return [...sampled, ...draw.sample(raising, Math.min(RAISING_PER_INSTANCE, raising.length))];
    },
    variants({ work, instance }) {
      const source = Buffer.from(work.files.get(path) ?? []).toString('utf8');
      return [
        { what: `${path}: a comment on top`, work: withFile(work, path, `# A comment.\n${source}`) },
        { what: `${path}: a byte order mark`, work: withFile(work, path, `\uFEFF${source}`) },
        ...ownSubclass(source, raisedBy(instance, path)).map((changed) => ({
          what: `${path}: what is raised is of a subclass`,
          work: withFile(work, path, changed),
        })),
      ];
    },
  };
}

/** The exceptions that the checks expect: the functions that raise them, their classes and attributes. */
interface Raised {
  readonly calls: readonly string[];
  readonly classes: readonly string[];
  readonly attributes: readonly string[];
}

const unique = (names: readonly string[]) => [...new Set(names)];

function raisedBy(instance: CheckedInstance, path: string): Raised {
  const cases = instance.checks.flatMap((check) =>
    check.kind === 'program' && check.file === path
      ? check.cases.flatMap((each) =>
          'call' in each && 'raises' in each.expect ? [{ call: each.call, expect: each.expect }] : [],
        )
      : [],
  );
  return {
    calls: unique(cases.map(({ call }) => call)),
    classes: unique(cases.flatMap(({ expect }) => expect.raises)),
    attributes: unique(cases.flatMap(({ expect }) => Object.keys(expect.with ?? {}))),
  };
}

/** Makes a class lose a required base class, or renames an attribute. */
function wrongExceptions(source: string, { classes, attributes }: Raised): { what: string; source: string }[] {
  const bases = [...source.matchAll(/^class (\w+)\((\w+)\):/gm)].filter(
    ([, name = '', base = '']) => classes.includes(name) && classes.includes(base),
  );
  return [
    ...bases.map(([whole, name, base]) => ({
      what: `${name} is no ${base}`,
      source: source.replace(whole, `class ${name}(Exception):`),
    })),
    ...attributes.flatMap((name) => {
      const changed = source.replaceAll(new RegExp(`\\.${name}\\b`, 'g'), `.${name}_`);
      return changed === source ? [] : [{ what: `exceptions have no ${name}`, source: changed }];
    }),
  ];
}

/** Raises a subclass of the module's exception class, which is equally right. */
function ownSubclass(source: string, { calls, classes }: Raised): string[] {
  const own = classes.find((name) => new RegExp(`^class ${name}\\b`, 'm').test(source));
  if (own === undefined) return [];
  const wrapped = calls.map(
    (call) => `
def _narrowed(inner):
    def ${call}(*args):
        try:
            return inner(*args)
        except ${own} as error:
            error.__class__ = _Narrower
            raise
    return ${call}

${call} = _narrowed(${call})
`,
  );
  return [`${source}\n\nclass _Narrower(${own}):\n    pass\n${wrapped.join('')}`];
}

export function applyEdit(source: string, { at, old, new: put }: Edit): string {
  return source.slice(0, at) + put + source.slice(at + old.length);
}

/** Strings and comments are matched first, so that their content is not changed as code. */
const tokens =
  /[a-zA-Z]{0,2}("""[\s\S]*?"""|'''[\s\S]*?'''|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|#.*| (?:[+-]|[<>]=?|[!=]=|and|or|not in) |\.(?:r?strip|lower|upper)\(\)|\breturn [^\n]+|(?<![\w.])\d+(?![\w.])/g;

const opposites: Readonly<Record<string, string>> = {
  ' + ': ' - ',
  ' - ': ' + ',
  ' < ': ' <= ',
  ' <= ': ' < ',
  ' > ': ' >= ',
  ' >= ': ' > ',
  ' == ': ' != ',
  ' != ': ' == ',
  ' and ': ' or ',
  ' or ': ' and ',
  ' not in ': ' in ',
  '.strip()': '',
  '.rstrip()': '',
  '.lower()': '',
  '.upper()': '.lower()',
};

/** All possible edits of the source, in the order of the text. */
export function programEdits(source: string): Edit[] {
  const edits: Edit[] = [];
  tokens.lastIndex = 0;
  for (let match = tokens.exec(source); match; match = tokens.exec(source)) {
    const [old] = match;
    const at = match.index;
    const opposite = opposites[old];
    if (opposite !== undefined) edits.push({ at, old, new: opposite });
    else if (/^\d+$/.test(old)) edits.push({ at, old, new: String(Number(old) + 1) });
    else if (old.startsWith('return ')) {
      if (balanced(old) && old !== 'return None') edits.push({ at, old, new: 'return None' });
      // The returned expression is code, too: matching continues after the keyword.
      tokens.lastIndex = at + 'return'.length;
    }
  }
  return edits;
}

/** Whether the statement ends on this line. */
function balanced(line: string): boolean {
  const bare = line.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, '');
  const count = (pattern: RegExp) => bare.match(pattern)?.length ?? 0;
  return count(/[([{]/g) === count(/[)\]}]/g) && !/["'\\#:]/.test(bare);
}

function lineOf(source: string, at: number): number {
  return source.slice(0, at).split('\n').length;
}
