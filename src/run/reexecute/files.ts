// Files that a trial left, and those that its cells leave when they run again.
import { digestBytes, Problem, type OutputFile, type Collected } from '../../core/index.ts';
import type { Verifier } from '../../verify/index.ts';
import { submissionOf, type Gradable } from '../../trial/index.ts';

/** `equivalent`: other bytes, such as a time stamp in a workbook, of which every check says the same. */
export type FileVerdict = 'identical' | 'equivalent' | 'different' | 'missing' | 'extra';

export interface ReexecutedFile {
  readonly path: string;
  readonly verdict: FileVerdict;
}

export interface FilesToCompare {
  readonly exam: Gradable;
  /** The recorded answer, on both sides: files are compared, not answers. */
  readonly block: string | null;
  readonly recorded: readonly OutputFile[];
  /** Read from disk only when bytes differ. */
  readonly readRecorded: () => Collected;
  readonly again: Collected;
  readonly verifier: Verifier;
}

export async function compareFiles(files: FilesToCompare): Promise<ReexecutedFile[]> {
  const { recorded, again } = files;
  const now = new Map(again.files.map(({ path, bytes }) => [path, digestBytes(bytes)]));
  const then = new Map(recorded.map(({ path, digest }) => [path, digest]));
  const differs = [...then].some(([path, digest]) => now.has(path) && now.get(path) !== digest);
  const other = differs && (await judgedAlike(files)) ? 'equivalent' : 'different';
  return [...new Set([...then.keys(), ...now.keys()])].map((path) => {
    if (!now.has(path)) return { path, verdict: 'missing' };
    if (!then.has(path)) return { path, verdict: 'extra' };
    return { path, verdict: now.get(path) === then.get(path) ? 'identical' : other };
  });
}

/** A page may load other files and a program import them, so the checks of a trial are taken together. */
async function judgedAlike({ exam, block, readRecorded, again, verifier }: FilesToCompare): Promise<boolean> {
  const verdicts = async (collected: Collected) => {
    const results = await verifier.verify(exam.checks, submissionOf(exam, block, collected));
    // Two failures are the same one only when they are for the same reason.
    return JSON.stringify(results.map(({ name, ok, message }) => [name, ok || message]));
  };
  const recorded = readRecorded();
  try {
    return (await verdicts(recorded)) === (await verdicts(again));
  } catch (error) {
    if (error instanceof Problem) return false; // The grader failed: nobody has said that they are alike.
    throw error;
  }
}
