// Records small real runs, and edits their records.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { customAgent, programAgent, scriptedAgent, type NamedAgent, type ScriptedSpec } from '../../src/agent/index.ts';
import {
  defaultTimeLimits,
  digestBytes,
  parseAgentName,
  type Limits,
  type RunSelection,
  type TimeLimits,
} from '../../src/core/index.ts';
import type { InterpreterHost } from '../../src/interpreter/index.ts';
import { startRun, type StartOptions } from '../../src/launch/index.ts';
import { runPaths } from '../../src/record/index.ts';
import type { Summary } from '../../src/results/index.ts';
import { parseProgram } from '../../src/suite/index.ts';
import { temporaryFolder } from './folder.ts';
import { servicesOn } from './host.ts';

export const WINNER = 'chart/tied-winner@1.en#1';

export interface RunSetup extends Omit<StartOptions, 'agent'>, Partial<RunSelection> {
  readonly agent?: NamedAgent | string;
  readonly concurrency?: number;
  readonly limits?: Partial<Limits>;
  readonly time?: TimeLimits;
}

export async function recordRun(host: InterpreterHost, setup: RunSetup = {}): Promise<Summary> {
  const {
    agent: given = 'reference',
    suite,
    tasks,
    exclude,
    limit,
    languages,
    seeds,
    attempts,
    twins,
    ...rest
  } = setup;
  const { concurrency = 2, limits = {}, time = defaultTimeLimits, ...options } = rest;
  const agent = typeof given === 'string' ? namedAgent(given) : given;
  return await startRun(
    {
      agent: agent.spec,
      selection: { suite, tasks: tasks ?? ['chart/tied-winner'], exclude, limit, languages, seeds, attempts, twins },
      conditions: { limits, time },
      pace: { concurrency },
    },
    { ...options, folder: options.folder ?? temporaryFolder(), services: options.services ?? servicesOn(host), agent },
  );
}

/** A scripted agent by name, such as `wrong:first`. */
export function namedAgent(name: string): NamedAgent {
  return scriptedAgent(parseAgentName(name) as ScriptedSpec);
}

/** An agent that runs these cells for every task. */
export function cellsAgent(...cells: string[]): NamedAgent {
  const program = parseProgram('cells', cells.map((code) => `# %%\n${code}\n`).join(''));
  return customAgent('cells', programAgent(program));
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
