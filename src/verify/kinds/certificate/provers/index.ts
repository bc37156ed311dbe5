// The provers by name. Each one validates solutions of its kind of problem and computes the value of the best one.
import { z } from 'zod';
import type { Json } from '../../../../core/index.ts';
import { assignmentSchema, proveAssignment } from './assignment.ts';
import { Flaw, type Proved } from './claim.ts';
import { colouringSchema, proveColouring } from './colouring.ts';
import { factorisationSchema, proveFactorisation } from './factorisation.ts';
import { knapsackSchema, proveKnapsack } from './knapsack.ts';
import { proveRoute, routeSchema } from './route.ts';

export { bestAssignment, type AssignmentProblem } from './assignment.ts';
export { fewestColours, type Colouring } from './colouring.ts';
export { isPrime } from './factorisation.ts';
export { bestKnapsack, knapsackValue, type Knapsack } from './knapsack.ts';
export { bestRoute, clock, type Route } from './route.ts';

export const problemSchema = z.discriminatedUnion('prover', [
  assignmentSchema,
  colouringSchema,
  factorisationSchema,
  knapsackSchema,
  routeSchema,
]);
export type ProvenProblem = z.infer<typeof problemSchema>;

export function prove(problem: ProvenProblem, claim: Json): Proved {
  try {
    return proverOf(problem, claim);
  } catch (error) {
    if (error instanceof Flaw) return { flaw: error.message, at: error.at };
    throw error;
  }
}

function proverOf(problem: ProvenProblem, claim: Json): Proved {
  switch (problem.prover) {
    case 'assignment':
      return proveAssignment(problem, claim);
    case 'colouring':
      return proveColouring(problem, claim);
    case 'factorisation':
      return proveFactorisation(problem, claim);
    case 'knapsack':
      return proveKnapsack(problem, claim);
    case 'route':
      return proveRoute(problem, claim);
  }
}
