// A kind of check as a unit: its schema, its evaluator, and what else the rest of the harness derives from it. The heavy parts
// are loaded when they are used, so that a task can build checks, and a command can list tasks, without any reader of files.
import type { z } from 'zod';
import type { CheckBase } from '../core/index.ts';
import type { CheckFinding, Material } from './material.ts';
import type { KindMutators } from './mutants/mutant.ts';
import type { Preparation } from './prepare.ts';

type CheckSchema = z.ZodObject<{ kind: z.ZodLiteral<string>; name: z.ZodString; cites: z.ZodString }>;

/** Decides whether a check holds. An evaluator runs in a grader and executes nothing of the agent's. */
type Evaluator<Check> = (check: Check, material: Material) => CheckFinding | Promise<CheckFinding>;

interface KindParts<Schema extends CheckSchema> {
  readonly schema: Schema;
  /** One sentence for the documentation. */
  readonly about: string;
  /** The words of reports for the failure reason `wrong-<kind>`. */
  readonly failure: string;
  /** Names of this kind in earlier versions: recorded events may have them. */
  readonly earlierNames?: readonly string[];
  readonly evaluator: () => Promise<Evaluator<z.output<Schema>>>;
  /** What must happen before a grader can evaluate a check of this kind. Kinds may share a preparation. */
  readonly preparations?: readonly Preparation<z.output<Schema>>[];
  /** Preparing a check runs code that the agent wrote. */
  readonly executes?: true;
  /** Wrong and equivalent work for the gates; a kind without mutators says why. */
  readonly mutators: (() => Promise<KindMutators>) | string;
}

export interface CheckKind<Schema extends CheckSchema = CheckSchema> extends Omit<
  KindParts<Schema>,
  'evaluator' | 'preparations'
> {
  readonly kind: z.output<Schema>['kind'];
  /** Each takes only checks of the kinds that name it. */
  readonly preparations: readonly Preparation<CheckBase>[];
  /** Loads the evaluator, which takes checks of this kind only. */
  readonly evaluator: () => Promise<Evaluator<CheckBase>>;
}

export function defineKind<const Schema extends CheckSchema>(parts: KindParts<Schema>): CheckKind<Schema> {
  const kind: z.output<Schema>['kind'] = parts.schema.shape.kind.value;
  return {
    ...parts,
    kind,
    preparations: (parts.preparations ?? []) as readonly Preparation<CheckBase>[],
    evaluator: async () => {
      const evaluate = await parts.evaluator();
      return (check, material) => {
        if (check.kind !== kind) throw new Error(`a check of kind ${check.kind} was given to the evaluator of ${kind}`);
        return evaluate(check as CheckBase & z.output<Schema>, material);
      };
    },
  };
}
