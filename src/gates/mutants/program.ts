// Mutants of a submitted Python module or tool: one operator, constant, return value, or call that tidies a text changed where
// it stands in code. They parse, by the way they are made, but a few do nothing that shows: none is certain to be wrong.
import { withFile, type Mutator } from './mutant.ts';

/** Running one takes a second or so; over the seeds many places get their turn. */
const PER_EXAM = 4;

interface Edit {
  readonly at: number;
  readonly old: string;
  readonly new: string;
}

export function programMutator(path: string): Mutator {
  return {
    mutants({ handed, draw }) {
      const source = Buffer.from(handed.files.get(path) ?? []).toString('utf8');
      const edits = programEdits(source);
      return draw.sample(edits, Math.min(PER_EXAM, edits.length)).map((edit) => ({
        what: `${path}: line ${lineOf(source, edit.at)} has ${edit.new.trim() || 'nothing'} instead of ${edit.old.trim()}`,
        handed: withFile(handed, path, applyEdit(source, edit)),
        certain: false,
      }));
    },
    variants({ handed }) {
      const source = Buffer.from(handed.files.get(path) ?? []).toString('utf8');
      return [
        { what: `${path}: a comment on top`, handed: withFile(handed, path, `# A comment.\n${source}`) },
        { what: `${path}: a byte order mark`, handed: withFile(handed, path, `\uFEFF${source}`) },
      ];
    },
  };
}

export function applyEdit(source: string, { at, old, new: put }: Edit): string {
  return source.slice(0, at) + put + source.slice(at + old.length);
}

/** Strings and comments first, so that nothing within them is taken for code. */
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

/** Every place where the module can be changed, in the order of the text. */
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
      // What is returned is code, too: go on right behind the word.
      tokens.lastIndex = at + 'return'.length;
    }
  }
  return edits;
}

/** Whether a statement ends on its own line. */
function balanced(line: string): boolean {
  const bare = line.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, '');
  const count = (pattern: RegExp) => bare.match(pattern)?.length ?? 0;
  return count(/[([{]/g) === count(/[)\]}]/g) && !/["'\\#:]/.test(bare);
}

function lineOf(source: string, at: number): number {
  return source.slice(0, at).split('\n').length;
}
