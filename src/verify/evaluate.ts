// Evaluates checks with the evaluators of their kinds.
import type { CheckResult } from '../core/index.ts';
import { kindNamed, type Check } from './kinds/registry.ts';
import type { Material } from './material.ts';

/** Evaluates one check. The agent's code does not run here; it has already run in a sandbox. */
export async function evaluate(check: Check, material: Material): Promise<CheckResult> {
  const find = await evaluatorOf(check);
  const finding = await find(check, material);
  const absent = 'file' in check && check.file !== undefined && !material.files.has(check.file);
  const fault = absent && !finding.ok ? ({ fault: 'missing' } as const) : {};
  return { name: check.name, kind: check.kind, cites: check.cites, ...finding, ...fault };
}

/** Loads the evaluators of these checks. The loading time does not count against a submission. */
export async function loadEvaluators(checks: readonly Check[]): Promise<void> {
  await Promise.all(checks.map(evaluatorOf));
}

async function evaluatorOf({ kind }: Check) {
  const found = kindNamed(kind);
  if (!found) throw new Error(`there is no check kind "${kind}"`);
  return await found.evaluator();
}
