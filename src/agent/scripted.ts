// Agents that run a program of the task cell by cell: the reference, alternatives and wrong programs.
import type { Program } from '../suite/index.ts';
import { runCell, type Finish } from '../episode/index.ts';
import type { Agent, Work } from './agent.ts';
import { asAnswerBlock } from '../dialects/index.ts';

export function programAgent(program: Program): Agent {
  return { work: (work) => playProgram(work, program) };
}

/** Runs a program. It goes on after a cell that raises. */
export async function playProgram(work: Work, program: Program, firstCell = 1): Promise<Finish> {
  let answer = '';
  for (const [index, { code, answer: isAnswer }] of program.cells.entries()) {
    const { status, reason, outputs } = await runCell(work, firstCell + index, code);
    if (status === 'timeout') return { kind: 'ended', outcome: { kind: 'timeout', reason: reason ?? 'too slow' } };
    if (!isAnswer) continue;
    answer = outputs
      .map((output) => (output.type === 'stream' && output.name === 'stdout' ? output.text : ''))
      .join('');
  }
  return { kind: 'response', text: answer.trim() ? asAnswerBlock(answer) : 'Done.' };
}
