// What trials work with: interpreters for agents, a verifier for their work. Opened and closed by src/launch.
import type { InterpreterHost } from '../interpreter/index.ts';
import type { Verifier } from '../verify/index.ts';

export interface Services {
  readonly interpreters: InterpreterHost;
  readonly verifier: Verifier;
}
