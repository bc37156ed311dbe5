// Small real runs to look at again, and ways to change what they recorded.
import { servicesOn } from './host.ts';
import { notebook, runPaths } from '../../src/record/index.ts';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { programAgent, type NamedAgent } from '../../src/agent/index.ts';
import { defaultLimits, digestBytes } from '../../src/core/index.ts';
import type { InterpreterHost } from '../../src/interpreter/index.ts';
import { startRun, type RunOptions, type Summary } from '../../src/run/index.ts';
import { parseProgram } from '../../src/suite/index.ts';
import { temporaryFolder } from './folder.ts';

export const WINNER = 'chart/tied-winner@1.en#1';

export function recordRun(host: InterpreterHost, more: Partial<RunOptions> = {}): Promise<Summary> {
  return startRun({
    agent: 'reference',
    suite: 'core',
    tasks: ['chart/tied-winner'],
    languages: ['en'],
    seeds: [1],
    attempts: 1,
    twins: false,
    salt: '',
    concurrency: 2,
    limits: defaultLimits,
    folder: temporaryFolder(),
    services: servicesOn(host),
    signal: new AbortController().signal,
    notebook,
    ...more,
  });
}

/** An agent that runs these cells, whatever the task. */
export function cellsAgent(...cells: string[]): NamedAgent {
  const program = parseProgram('cells', cells.map((code) => `# %%\n${code}\n`).join(''));
  return { name: 'cells', model: null, programFor: () => undefined, forTask: () => programAgent(program) };
}

/** Rewrites the lines of a trial's events. */
export function editEvents(run: string, trial: string, edit: (lines: string[]) => string[]): void {
  const { events } = runPaths(run).trial(trial);
  const lines = edit(readFileSync(events, 'utf8').trimEnd().split('\n'));
  writeFileSync(events, lines.map((line) => `${line}\n`).join(''));
}

/** The digest of every file below a folder, by path. */
export function digestsBelow(folder: string): Record<string, string> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted();
  const files = paths.filter((path) => statSync(join(folder, path)).isFile());
  return Object.fromEntries(files.map((path) => [path, digestBytes(readFileSync(join(folder, path)))]));
}
