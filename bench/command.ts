// Command-line helpers of the benchmarks: validated numbers, and errors in one line.
import { seedsFlag } from '../src/cli/flags/common.ts';
import { Problem } from '../src/core/index.ts';

export function count(flag: string, text: string): number {
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text);
  throw new Problem(`${flag} takes a whole number from 1 on, not "${text}"`);
}

export function seedsOf(text: string): number[] {
  const read = seedsFlag.schema.safeParse(text);
  if (!read.success) throw new Problem(`--seeds: ${read.error.issues[0]?.message ?? 'is malformed'}`);
  return read.data;
}

/** Runs the benchmark; the exit code is 0 if all targets were met, else 1. */
export async function runBenchmark(job: () => Promise<boolean>): Promise<void> {
  try {
    process.exitCode = (await job()) ? 0 : 1;
  } catch (error) {
    const usage = error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
    if (!usage && !(error instanceof Problem)) throw error;
    process.stderr.write(`pybench: ${error.message}\n`);
    process.exitCode = 1;
  }
}
