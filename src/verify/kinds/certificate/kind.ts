// `certificate`: a solution that a prover checks without comparing it to our own solution. Every solution that is valid
// and optimal is right; a prover decides both.
import { z } from 'zod';
import { defineKind } from '../../define-kind.ts';
import { drawnWorkbooks } from '../../seen/drawn-workbooks.ts';
import { problemSchema, type ProvenProblem } from './provers/index.ts';

const certificateCheckSchema = z.object({
  kind: z.literal('certificate'),
  name: z.string(),
  cites: z.string(),
  /** Where the solution is: a field of the answer, or a file that is a table or JSON. */
  field: z.string().optional(),
  file: z.string().optional(),
  /** Column names in the file, keyed by the prover's names, where the two differ. */
  columns: z.record(z.string(), z.string()).optional(),
  problem: problemSchema,
});
export type CertificateCheck = z.infer<typeof certificateCheckSchema>;

/** Requires a valid and optimal solution in this field of the answer. */
export function answerSolves(field: string, problem: ProvenProblem): CertificateCheck {
  return { kind: 'certificate', name: `certificate ${field}`, cites: `\`${field}\``, field, problem };
}

/** Requires a valid and optimal solution in this file. */
export function fileSolves(
  file: string,
  problem: ProvenProblem,
  columns?: Readonly<Record<string, string>>,
): CertificateCheck {
  const base = { kind: 'certificate', name: `certificate ${file}`, cites: file, file, problem } as const;
  return columns ? { ...base, columns: { ...columns } } : base;
}

export const certificateKind = defineKind({
  schema: certificateCheckSchema,
  about: 'a solution of a known problem is valid, and no other is better',
  failure: 'solution invalid or not the best',
  preparations: [drawnWorkbooks],
  uses: ['renderer'],
  evaluator: async () => (await import('./evaluate.ts')).evaluateCertificate,
  mutators: async () => ({ table: (await import('./mutators.ts')).solutionMutator }),
});
