// The services of trials: interpreters for agents, a verifier for their work. src/services opens and closes them.
import type { InterpreterHost } from '../interpreter/index.ts';
import type { Verifier } from '../verify/index.ts';

export interface Services {
  readonly interpreters: InterpreterHost;
  readonly verifier: Verifier;
}
