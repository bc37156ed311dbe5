// An action of a hostile agent, which attacks instead of working: the cells that it runs and its final response. Whatever
// it breaks, its trial must end with a score of 0.
import type { VisibleInstance } from '../submitted-work.ts';
import { answerWith } from '../submitted-work.ts';
import type { Json } from '../../core/index.ts';
import { runCell } from '../../episode/index.ts';
import { pythonLiteral, pythonScript } from '../../system/index.ts';
import type { Agent } from '../agent.ts';

export interface HostileAction {
  readonly name: string;
  /** One string is one cell. */
  readonly cells: readonly string[];
  /** The final response. By default, an answer block of nulls if the query asks for one. */
  readonly response?: string;
  /** It runs until a time limit ends it. */
  readonly slow?: true;
}

/** A cell with all functions of python/scripts/hostile/FILE.py, which calls one: `does-not-stop` is `does_not_stop`. */
export function hostileCell(file: string, name: string, ...args: Json[]): string {
  return `${pythonScript(`hostile/${file}`)}\n\n${name.replaceAll('-', '_')}(${args.map(pythonLiteral).join(', ')})`;
}

export function hostileAgent({ cells, response }: HostileAction, instance: VisibleInstance): Agent {
  return {
    async work(work) {
      for (const [index, code] of cells.entries()) {
        await runCell(work, index + 1, code);
        if (work.signal.aborted) break;
      }
      return { kind: 'response', text: response ?? answerWith(instance, () => null) };
    },
  };
}
