// Agents that play a task's own program cell by cell: the reference, the other right ways and the wrong ones.
import type { Program } from '../suite/index.ts';
import { runCell, type Agent, type Work } from './agent.ts';
import { asAnswerBlock } from './answer-block.ts';

/** Plays a program. A cell that raises does not stop it: a notebook would not stop either. */
export function programAgent(program: Program): Agent {
  return {
    async work(work: Work) {
      let answer = '';
      for (const [index, { code, answer: isAnswer }] of program.cells.entries()) {
        const { status, reason, outputs } = await runCell(work, index + 1, code);
        if (status === 'timeout') return { kind: 'ended', outcome: { kind: 'timeout', reason: reason ?? 'too slow' } };
        if (!isAnswer) continue;
        answer = outputs
          .map((output) => (output.type === 'stream' && output.name === 'stdout' ? output.text : ''))
          .join('');
      }
      return { kind: 'response', text: answer.trim() ? asAnswerBlock(answer) : 'Done.' };
    },
  };
}

/** Does nothing, and says so. Whatever it passes, anybody passes. */
export const nullAgent: Agent = {
  work: () => Promise.resolve({ kind: 'response', text: 'I did nothing.' }),
};
