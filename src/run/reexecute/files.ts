// Compares the recorded output files of a trial with those of its re-execution.
import { digestBytes, Problem, type OutputFile, type Collected } from '../../core/index.ts';
import type { Verifier } from '../../verify/index.ts';
import { submissionOf, type Gradable } from '../../trial/index.ts';

/** `equivalent`: the bytes differ, for example a time stamp in a workbook, but every check has the same result. */
type FileVerdict = 'identical' | 'equivalent' | 'different' | 'missing' | 'extra';

export interface ReexecutedFile {
  readonly path: string;
  readonly verdict: FileVerdict;
}

export interface FilesToCompare {
  readonly instance: Gradable;
  /** The recorded answer is used for both sides: only files are compared. */
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
  const other = differs && (await haveEqualResults(files)) ? 'equivalent' : 'different';
  return [...new Set([...then.keys(), ...now.keys()])].map((path) => {
    if (!now.has(path)) return { path, verdict: 'missing' };
    if (!then.has(path)) return { path, verdict: 'extra' };
    return { path, verdict: now.get(path) === then.get(path) ? 'identical' : other };
  });
}

/** Compares all checks of a trial together, because a page or a program may load several files. */
async function haveEqualResults({ instance, block, readRecorded, again, verifier }: FilesToCompare): Promise<boolean> {
  const verdicts = async (collected: Collected) => {
    const results = await verifier.verify(instance.checks, submissionOf(instance, block, collected));
    // Two failures are equal only if their messages are equal.
    return JSON.stringify(results.map(({ name, ok, message }) => [name, ok || message]));
  };
  const recorded = readRecorded();
  try {
    return (await verdicts(recorded)) === (await verdicts(again));
  } catch (error) {
    if (error instanceof Problem) return false; // The grader failed, so the files are not known to be equivalent.
    throw error;
  }
}
