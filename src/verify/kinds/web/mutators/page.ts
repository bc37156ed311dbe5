// Mutants of a submitted page: one operator, constant, id or listener of its scripts is changed. Some of these changes
// have no visible effect, so none is certain to be wrong. Pages without scripts and pages with invisible content are
// certain.
import type { Draw } from '../../../../core/index.ts';
import { withFile, type Mutator } from '../../../mutants/mutant.ts';
import { equalPages, hiddenPages } from './shown.ts';

/** Playing one mutant takes seconds. Different seeds choose different places, so that together they cover many. */
const PER_INSTANCE = 3;
const HIDDEN_PER_INSTANCE = 3;
const EQUAL_PER_INSTANCE = 2;

interface Edit {
  readonly at: number;
  readonly old: string;
  readonly new: string;
}

export function pageMutator(path: string): Mutator {
  return {
    mutants({ work, draw, instance }) {
      const page = Buffer.from(work.files.get(path) ?? []).toString('utf8');
      const mute = page.replace(/<script\b[^>]*>[\s\S]*?<\/script>/gi, '');
      const edits = sampleEdits(pageEdits(page), draw);
      const hidden = hiddenPages(instance, path, page);
      const chosen = draw.sample(hidden, Math.min(HIDDEN_PER_INSTANCE, hidden.length));
      return [
        ...edits.map((edit) => ({
          what: `${path}: line ${page.slice(0, edit.at).split('\n').length} has ${edit.new.trim()} instead of ${edit.old.trim()}`,
          work: withFile(work, path, page.slice(0, edit.at) + edit.new + page.slice(edit.at + edit.old.length)),
          certain: false,
        })),
        ...chosen.map(({ what, page: changed, certain }) => ({
          what: `${path}: ${what}`,
          work: withFile(work, path, changed),
          certain,
        })),
        ...(mute === page
          ? []
          : [{ what: `${path}: all scripts are gone`, work: withFile(work, path, mute), certain: true }]),
      ];
    },
    variants({ work, draw }) {
      const page = Buffer.from(work.files.get(path) ?? []).toString('utf8');
      const equal = equalPages(page);
      const more = `${page}\n<!-- A remark at the end. -->\n`;
      return [
        {
          what: `${path}: a comment and other line ends`,
          work: withFile(work, path, more.replaceAll('\n', '\r\n')),
        },
        ...draw.sample(equal, Math.min(EQUAL_PER_INSTANCE, equal.length)).map(({ what, page: changed }) => ({
          what: `${path}: ${what}`,
          work: withFile(work, path, changed),
        })),
      ];
    },
  };
}

/** One edit of each sort, because ids and listeners are few among many operators. */
function sampleEdits(edits: readonly Edit[], draw: Draw): Edit[] {
  const sorts = new Map<string, Edit[]>();
  for (const edit of draw.shuffle(edits)) {
    const sort = /^\d/.test(edit.old) ? 'constant' : /^\W/.test(edit.old) ? 'operator' : 'name';
    sorts.set(sort, [...(sorts.get(sort) ?? []), edit]);
  }
  return [...sorts.values()]
    .map(([first]) => first)
    .filter((each) => each !== undefined)
    .slice(0, PER_INSTANCE);
}

const opposites: Readonly<Record<string, string>> = {
  ' + ': ' - ',
  ' - ': ' + ',
  ' < ': ' <= ',
  ' > ': ' >= ',
  ' >= ': ' > ',
  ' <= ': ' < ',
  ' === ': ' !== ',
  ' !== ': ' === ',
  ' == ': ' != ',
  ' != ': ' == ',
  ' && ': ' || ',
  ' || ': ' && ',
};

/** Matches string literals and comments first, so that nothing inside them counts as code. */
const tokens =
  /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|\/\/.*|\/\*[\s\S]*?\*\/| (?:[+-]|[<>]=?|[!=]==?|&&|\|\|) |(?<![\w.#-])\d+(?![\w.%])|\b(?:addEventListener|getElementById)\b/g;

/** All possible edits in the scripts of a page, in the order of the text. */
export function pageEdits(page: string): Edit[] {
  const edits: Edit[] = [];
  for (const script of page.matchAll(/<script\b[^>]*>([\s\S]*?)<\/script>/gi)) {
    const [whole, code = ''] = script;
    const start = script.index + whole.indexOf(code);
    for (const { 0: old, index } of code.matchAll(tokens)) {
      const at = start + index;
      const opposite = opposites[old];
      if (opposite !== undefined) edits.push({ at, old, new: opposite });
      else if (/^\d+$/.test(old)) edits.push({ at, old, new: String(Number(old) + 1) });
      else if (old === 'addEventListener') edits.push({ at, old, new: 'removeEventListener' });
      else if (old === 'getElementById') edits.push({ at, old, new: 'getElementsByName' });
    }
  }
  return edits;
}
