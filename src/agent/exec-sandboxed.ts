// `exec:COMMAND` under isolation: the same folder, in a sandbox of its own. It has the programs of the image and no
// network, and all limits hold; so what it does counts like an interpreter's work.
import { Problem } from '../core/index.ts';
import type { CellResult } from '../interpreter/index.ts';
import { runCell, type Agent, type Finish, type Work } from './agent.ts';
import { asAnswerBlock } from '../dialects/index.ts';
import { firstProgram, lookUp } from './first-program.ts';

export function sandboxedCommand(command: string): Agent {
  return { work: (work) => workWith(command, work) };
}

async function workWith(command: string, work: Work): Promise<Finish> {
  const { interpreter, query, signal } = work;
  await interpreter.run(`open("query.md", "w", encoding="utf-8").write(${literal(`${query}\n`)})`, { signal });
  const program = firstProgram(command);
  if (program !== undefined && (await interpreter.run(found(program), { signal })).status !== 'ok') {
    throw new Problem(`the sandbox has the programs of the interpreter image only, and "${program}" is none of them`);
  }
  const result = await runCell(work, 1, shell(command));
  if (result.status === 'timeout')
    return { kind: 'ended', outcome: { kind: 'timeout', reason: result.reason ?? 'it took too long' } };
  const left = printed(await interpreter.run(readAnswer, { signal }));
  return { kind: 'response', text: left === '' ? printed(result).trim() : finalText(left) };
}

const shell = (command: string) =>
  `import subprocess\nsubprocess.run(["sh", "-c", ${literal(command)}], stdin=subprocess.DEVNULL).returncode`;

const found = (program: string) =>
  `import subprocess\n_ = subprocess.run(${JSON.stringify(['sh', ...lookUp(program)])}, check=True, capture_output=True)`;

/** JSON's strings are Python's, too. */
const literal = (text: string) => JSON.stringify(text);

const readAnswer = `import os
for __name in ("answer.json", "answer.md"):
    if os.path.isfile(__name):
        print(__name, open(__name, encoding="utf-8", errors="replace").read(1 << 20), sep="\\n", end="")
        break`;

function finalText(left: string): string {
  const [name = '', ...lines] = left.split('\n');
  const text = lines.join('\n');
  return name === 'answer.json' ? asAnswerBlock(text) : text;
}

function printed({ outputs }: CellResult): string {
  return outputs.map((output) => (output.type === 'stream' && output.name === 'stdout' ? output.text : '')).join('');
}
