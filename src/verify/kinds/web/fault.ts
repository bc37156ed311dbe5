// Faults that the page causes, with messages for a person.
import { stripVTControlCharacters } from 'node:util';

export class PageFault extends Error {}

/** The line of Playwright's long report that explains the fault to a person. */
export function reason(error: unknown): string {
  if (error instanceof PageFault) return error.message;
  const text = error instanceof Error ? error.message : String(error);
  const plain = stripVTControlCharacters(text).split('\n');
  const covered = plain.find((line) => line.includes('intercepts pointer events'));
  const state = plain.find((line) => /element is not (visible|enabled|stable)|did not find some options/.test(line));
  const waited =
    plain.some((line) => line.includes('waiting for locator')) && !plain.some((line) => line.includes('resolved to'));
  if (waited) return 'it is not there';
  if (!covered && !state && /Timeout \d+ms exceeded/.test(text)) return 'the page did not respond';
  return (covered ?? state ?? plain[0] ?? '')
    .replace(/^\s*-\s*/, '')
    .replace(/^\w+\.\w+: /, '')
    .slice(0, 200);
}
