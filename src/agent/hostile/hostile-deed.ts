// A deed of an agent that breaks things instead of working: cells that it runs, and what it says in the end. Whatever it
// breaks, its trial must end with a score of 0.
import type { SeenInstance } from '../deed.ts';
import { answerWith } from '../deed.ts';
import { runCell, type Agent } from '../agent.ts';

export interface HostileDeed {
  readonly name: string;
  /** Percent format is not needed: one text is one cell. */
  readonly cells: readonly string[];
  /** The final response; left out: an answer block of nulls, where the query asks for one. */
  readonly response?: string;
  /** Takes until a limit of time. */
  readonly slow?: true;
}

export function hostileAgent({ cells, response }: HostileDeed, exam: SeenInstance): Agent {
  return {
    async work(work) {
      for (const [index, code] of cells.entries()) {
        await runCell(work, index + 1, code);
        if (work.signal.aborted) break;
      }
      return { kind: 'response', text: response ?? answerWith(exam, () => null) };
    },
  };
}
