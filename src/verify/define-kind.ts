// Defines a kind of check: its schema, its evaluator and everything else that the harness derives from it. Evaluators,
// preparations and mutators are loaded on first use, so that building checks or listing tasks does not load the file
// readers.
import type { z } from 'zod';
import type { CheckBase } from '../core/index.ts';
import type { CheckFinding, Material } from './material.ts';
import type { KindMutators } from './mutants/mutant.ts';
import type { Preparation } from './prepare.ts';
import type { GradingServices } from './services.ts';

type CheckSchema = z.ZodObject<{ kind: z.ZodLiteral<string>; name: z.ZodString; cites: z.ZodString }>;

/** Decides whether a check holds. An evaluator runs in a grader and does not execute the agent's code. */
type Evaluator<Check> = (check: Check, material: Material) => CheckFinding | Promise<CheckFinding>;

/** A service that preparations may use. */
export type ServiceName = Exclude<keyof GradingServices, 'graders'>;

interface KindParts<Schema extends CheckSchema, Uses extends ServiceName> {
  readonly schema: Schema;
  /** One sentence for the documentation. */
  readonly about: string;
  /** How reports describe the failure reason `wrong-<kind>`. */
  readonly failure: string;
  /** Names of this kind in earlier versions, which recorded events may contain. */
  readonly earlierNames?: readonly string[];
  readonly evaluator: () => Promise<Evaluator<z.output<Schema>>>;
  /** What must happen before a grader can evaluate a check of this kind. Kinds may share a preparation. */
  readonly preparations?: readonly Preparation<z.output<Schema>, NoInfer<Uses>>[];
  /**
   * The services that the preparations use; a preparation that uses another one does not compile. The gates of a task depend
   * on the code of the services of its kinds.
   */
  readonly uses: readonly Uses[];
  /** Preparing a check runs code that the agent wrote. */
  readonly executes?: true;
  /** Make wrong and equivalent work for the gates; a kind without mutators gives the reason as a text. */
  readonly mutators: (() => Promise<KindMutators>) | string;
}

export interface CheckKind<Schema extends CheckSchema = CheckSchema> extends Omit<
  KindParts<Schema, ServiceName>,
  'evaluator' | 'preparations'
> {
  readonly kind: z.output<Schema>['kind'];
  /** Each preparation takes only checks of the kinds that list it. */
  readonly preparations: readonly Preparation<CheckBase>[];
  /** Loads the evaluator, which takes checks of this kind only. */
  readonly evaluator: () => Promise<Evaluator<CheckBase>>;
}

export function defineKind<const Schema extends CheckSchema, Uses extends ServiceName = never>(
  parts: KindParts<Schema, Uses>,
): CheckKind<Schema> {
  const kind: z.output<Schema>['kind'] = parts.schema.shape.kind.value;
  return {
    ...parts,
    kind,
    // The compiler has compared the services of the preparations with `uses`.
    preparations: (parts.preparations ?? []) as unknown as readonly Preparation<CheckBase>[],
    evaluator: async () => {
      const evaluate = await parts.evaluator();
      return (check, material) => {
        if (check.kind !== kind) throw new Error(`a check of kind ${check.kind} was given to the evaluator of ${kind}`);
        return evaluate(check as CheckBase & z.output<Schema>, material);
      };
    },
  };
}
