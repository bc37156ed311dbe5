// The gates: conditions on a task that make a pass evidence of work. Findings are summed to tallies.
import type { TaskId } from '../core/index.ts';
import type { Staleness } from './staleness.ts';

/**
 * `reference` and `also` pass · `wrong` programs fail on the check they are meant to fail on · `noWork` agents score
 * nothing · `halfWork`: the simplest heuristics hardly ever pass · `mutants` of the reference's work are caught ·
 * `variants`: the same work written differently passes · `hostile` trials are scored as failures · `coverage`: all that
 * the query names is covered by a check · `bytes` are stable.
 */
export const gateNames = [
  'reference',
  'also',
  'wrong',
  'noWork',
  'halfWork',
  'mutants',
  'variants',
  'hostile',
  'coverage',
  'bytes',
] as const;
export type Gate = (typeof gateNames)[number];

/** The result of one program, mutant, variant or comparison on one instance. */
export interface GateFinding {
  readonly gate: Gate;
  /** The id of the instance: `chart/tied-winner@7.zh`. */
  readonly instance: string;
  readonly ok: boolean;
  /** What is wrong with the task. A finding can fail without a fault of the task. */
  readonly problem?: string;
  /** The program that was played, where its pass rate over all instances matters. */
  readonly agent?: string;
  /** A command that shows more. */
  readonly see?: string;
  /** What the gate could not try or decide. It is not a fault of the task. */
  readonly note?: string;
}

export interface GateTally {
  readonly passed: number;
  readonly total: number;
}

export interface GateProblem {
  readonly gate: Gate;
  readonly problem: string;
  /** Where it was found. */
  readonly instances: readonly string[];
  readonly see: string | null;
}

export type GateTallies = Readonly<Record<Gate, GateTally>>;

export interface TaskGates extends GateTallies {
  readonly id: TaskId;
  readonly seeds: number;
  /** The result is from gates.json, and nothing has changed since. */
  readonly recorded: boolean;
  /** Why the gates ran; null when they were recorded. */
  readonly stale: Staleness | null;
  readonly problems: readonly GateProblem[];
  readonly notes: readonly string[];
}

export interface Audit {
  readonly ok: boolean;
  readonly seeds: number;
  readonly tasks: readonly TaskGates[];
  readonly totals: GateTallies;
}

export function tallyFindings(findings: readonly GateFinding[]): GateTallies {
  return tallies((gate) => {
    const these = findings.filter((finding) => finding.gate === gate);
    return { passed: these.filter(({ ok }) => ok).length, total: these.length };
  });
}

export function addTallies(parts: readonly GateTallies[]): GateTallies {
  return tallies((gate) => ({
    passed: parts.reduce((sum, part) => sum + part[gate].passed, 0),
    total: parts.reduce((sum, part) => sum + part[gate].total, 0),
  }));
}

function tallies(of: (gate: Gate) => GateTally): GateTallies {
  return Object.fromEntries(gateNames.map((gate) => [gate, of(gate)])) as Record<Gate, GateTally>;
}

/** The same fault in many instances is one problem. */
export function gatherProblems(findings: readonly GateFinding[]): GateProblem[] {
  const problems = new Map<string, GateProblem>();
  for (const { gate, instance, problem, see } of findings) {
    if (problem === undefined) continue;
    const known = problems.get(`${gate} ${problem}`);
    problems.set(`${gate} ${problem}`, {
      gate,
      problem,
      instances: [...(known?.instances ?? []), instance],
      see: known?.see ?? see ?? null,
    });
  }
  return [...problems.values()];
}
