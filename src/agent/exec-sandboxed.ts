// `exec:COMMAND` in a sandbox: the same folder, the programs of the image, no network, and all limits. Its results are
// verified like those of an interpreter.
import { Problem } from '../core/index.ts';
import type { CellResult } from '../interpreter/index.ts';
import { runCell, type Finish } from '../episode/index.ts';
import type { Agent, Work } from './agent.ts';
import { asAnswerBlock } from '../dialects/index.ts';
import { pythonCall, pythonResult } from '../system/index.ts';
import { writeFilesCell } from './submitted-work.ts';
import { firstProgram } from './first-program.ts';

export function sandboxedCommand(command: string): Agent {
  return { work: (work) => workWith(command, work) };
}

async function workWith(command: string, work: Work): Promise<Finish> {
  const { interpreter, query, signal } = work;
  await interpreter.run(writeFilesCell(new Map([['query.md', Buffer.from(`${query}\n`)]])), { signal });
  const program = firstProgram(command);
  if (
    program !== undefined &&
    (await interpreter.run(pythonCall('find_program', program), { signal })).status !== 'ok'
  ) {
    throw new Problem(`the sandbox has the programs of the interpreter image only, and "${program}" is none of them`);
  }
  const result = await runCell(work, 1, pythonResult('run_command', command));
  if (result.status === 'timeout')
    return { kind: 'ended', outcome: { kind: 'timeout', reason: result.reason ?? 'it took too long' } };
  const left = printed(await interpreter.run(pythonCall('read_answer'), { signal }));
  return { kind: 'response', text: left === '' ? printed(result).trim() : responseOf(left) };
}

function responseOf(left: string): string {
  const [name = '', ...lines] = left.split('\n');
  const text = lines.join('\n');
  return name === 'answer.json' ? asAnswerBlock(text) : text;
}

function printed({ outputs }: CellResult): string {
  return outputs.map((output) => (output.type === 'stream' && output.name === 'stdout' ? output.text : '')).join('');
}
