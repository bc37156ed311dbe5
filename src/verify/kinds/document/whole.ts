// Checks all text of a docx: the text of its parts, and the text of the PDF that LibreOffice printed before grading.
import { auditDocx } from '../../../formats/index.ts';
import { lettersOf } from './leftovers.ts';
import { renderedProblems, type Expected } from './rendered.ts';
import type { Execution } from '../../material.ts';

export async function wholeTextProblems(
  expected: readonly Expected[],
  bytes: Uint8Array,
  printed: Execution | undefined,
): Promise<string[]> {
  const { faults, text, elsewhere, embedded } = await auditDocx(bytes);
  const wanted = lettersOf(expected.map((each) => each.text).join(''));
  const problems = [
    ...faults,
    ...(lettersOf(text) === wanted ? [] : ['its text is not what it should be, or there is other text in it']),
    ...[...elsewhere].filter(([, other]) => lettersOf(other) !== '').map(([name]) => `there is text in ${name}`),
    ...embedded.map((name) => `there is a file inside of it, ${name}`),
  ];
  if (!printed) return problems;
  if ('fault' in printed) return [...problems, `LibreOffice cannot show it: ${printed.fault}`];
  const pdf = printed.files?.get('pdf');
  return pdf
    ? [...problems, ...(await renderedProblems(pdf, expected))]
    : [...problems, 'LibreOffice shows no page of it'];
}
