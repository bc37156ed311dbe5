// Evaluates a check of kind `document`.
import { FormatProblem, readOutline, type Outline } from '../../../formats/index.ts';
import { cannotRead, fail, pass, type CheckFinding, type Material } from '../../material.ts';
import type { DocumentCheck, DocumentWish } from './kind.ts';
import { examineRedaction } from './redaction.ts';
import { wholeTextProblems } from './whole.ts';
import { problemWith } from './wishes.ts';

const MAX_EVIDENCE = 20;

export async function evaluateDocument(check: DocumentCheck, { files, executions }: Material): Promise<CheckFinding> {
  const bytes = files.get(check.file);
  if (!bytes) return fail(`${check.file} is missing`);
  try {
    const problems: string[] = [];
    const judged = check.has.filter((wish) => 'original' in wish);
    for (const wish of judged) problems.push(...(await redactionProblems(wish, bytes)));
    for (const wish of check.has)
      if ('allText' in wish)
        problems.push(...(await wholeTextProblems(wish.allText, bytes, executions.get(check.name))));
    const others = check.has.filter((wish) => !('original' in wish || 'allText' in wish));
    const outline = others.length > 0 ? await readOutline(check.file, bytes) : undefined;
    for (const wish of outline ? others : [])
      problems.push(...(await wishProblems(wish, check.file, bytes, outline ?? noOutline)));
    const [first] = problems;
    if (first === undefined) return pass(`${check.file} has all that it should have`);
    const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : '';
    return fail(`${check.file}: ${first}${more}`, { evidence: { problems: problems.slice(0, MAX_EVIDENCE) } });
  } catch (error) {
    if (error instanceof FormatProblem) return cannotRead(check.file, error);
    throw error;
  }
}

const noOutline: Outline = { blocks: [], links: [], properties: {} };

type RedactionWish = Extract<DocumentWish, { original: string }>;

async function redactionProblems(wish: RedactionWish, bytes: Uint8Array): Promise<readonly string[]> {
  const { leaks, losses } = await examineRedaction(
    bytes,
    wish.original,
    'redacted' in wish ? wish.redacted : wish.allBut,
  );
  return 'redacted' in wish ? leaks : losses;
}

async function wishProblems(wish: DocumentWish, path: string, bytes: Uint8Array, outline: Outline): Promise<string[]> {
  if (!('member' in wish)) return [await problemWith(wish, path, bytes, outline)].filter((each) => each !== undefined);
  const content = outline.members?.get(wish.member);
  if (!content) return [`there is no ${wish.member} in it`];
  const inner = await readOutline(wish.member, content);
  const problems = await Promise.all(wish.has.map((each) => problemWith(each, wish.member, content, inner)));
  return problems.filter((each) => each !== undefined).map((problem) => `${wish.member}: ${problem}`);
}
