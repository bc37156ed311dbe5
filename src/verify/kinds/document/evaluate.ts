// Evaluates a check of kind `document`.
import { FormatProblem, readOutline, type Outline } from '../../../formats/index.ts';
import { cannotRead, fail, pass, type CheckFinding, type Material } from '../../material.ts';
import type { DocumentCheck, DocumentRequirement } from './kind.ts';
import { examineRedaction } from './redaction.ts';
import { wholeTextProblems } from './whole.ts';
import { problemWith } from './requirements.ts';

const MAX_EVIDENCE = 20;

export async function evaluateDocument(check: DocumentCheck, { files, executions }: Material): Promise<CheckFinding> {
  const bytes = files.get(check.file);
  if (!bytes) return fail(`${check.file} is missing`);
  try {
    const problems: string[] = [];
    const redactions = check.has.filter((requirement) => 'original' in requirement);
    for (const requirement of redactions) problems.push(...(await redactionProblems(requirement, bytes)));
    for (const requirement of check.has)
      if ('allText' in requirement)
        problems.push(...(await wholeTextProblems(requirement.allText, bytes, executions.get(check.name))));
    const others = check.has.filter((requirement) => !('original' in requirement || 'allText' in requirement));
    const outline = others.length > 0 ? await readOutline(check.file, bytes) : undefined;
    for (const requirement of outline ? others : [])
      problems.push(...(await requirementProblems(requirement, check.file, bytes, outline ?? noOutline)));
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

type RedactionRequirement = Extract<DocumentRequirement, { original: string }>;

async function redactionProblems(requirement: RedactionRequirement, bytes: Uint8Array): Promise<readonly string[]> {
  const { leaks, losses } = await examineRedaction(
    bytes,
    requirement.original,
    'redacted' in requirement ? requirement.redacted : requirement.allBut,
  );
  return 'redacted' in requirement ? leaks : losses;
}

async function requirementProblems(
  requirement: DocumentRequirement,
  path: string,
  bytes: Uint8Array,
  outline: Outline,
): Promise<string[]> {
  if (!('member' in requirement))
    return [await problemWith(requirement, path, bytes, outline)].filter((each) => each !== undefined);
  const content = outline.members?.get(requirement.member);
  if (!content) return [`there is no ${requirement.member} in it`];
  const inner = await readOutline(requirement.member, content);
  const problems = await Promise.all(
    requirement.has.map((each) => problemWith(each, requirement.member, content, inner)),
  );
  return problems.filter((each) => each !== undefined).map((problem) => `${requirement.member}: ${problem}`);
}
