// How the work on a query ends.
import type { Outcome } from '../core/index.ts';

/** A final response to be graded, or an end without one. */
export type Finish =
  { readonly kind: 'response'; readonly text: string } | { readonly kind: 'ended'; readonly outcome: Outcome };
