// Compiles the programs of a scripted agent while the first trials run. A syntax error ends the run and names the file
// and the cell.
import type { NamedAgent } from '../agent/index.ts';
import { Problem } from '../core/index.ts';
import type { InterpreterHost } from '../interpreter/index.ts';
import { withPrograms, type TaskInfo } from '../suite/index.ts';
import { pythonCall } from '../system/index.ts';

export async function checkPrograms(
  agent: NamedAgent,
  tasks: Iterable<TaskInfo>,
  host: InterpreterHost,
): Promise<void> {
  const cells: { file: string; cell: number; code: string }[] = [];
  for (const task of tasks) {
    const program = agent.programFor(await withPrograms(task));
    const file = `tasks/${task.id}/${program?.name}.py`;
    cells.push(...(program?.cells ?? []).map(({ code }, index) => ({ file, cell: index + 1, code })));
  }
  if (cells.length === 0) return;
  const interpreter = await host.open([{ path: 'data/cells.json', bytes: Buffer.from(JSON.stringify(cells)) }]);
  try {
    const { outputs } = await interpreter.run(pythonCall('compile_cells'));
    const message = outputs.map((output) => (output.type === 'stream' ? output.text : '')).join('');
    if (message) throw new Problem(message.trim());
  } finally {
    await interpreter.close();
  }
}
