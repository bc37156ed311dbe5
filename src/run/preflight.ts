// Before a run starts: the programs that scripted agents will play must at least be Python.
import { Problem, type TaskId } from '../core/index.ts';
import type { NamedAgent } from '../agent/index.ts';
import type { InterpreterHost } from '../interpreter/index.ts';
import type { LoadedTask } from '../suite/index.ts';
import { pythonCall } from '../system/index.ts';

export async function preflight(
  agent: NamedAgent,
  tasks: ReadonlyMap<TaskId, LoadedTask>,
  host: InterpreterHost,
): Promise<void> {
  const cells = [...tasks.values()].flatMap((task) => {
    const program = agent.programFor(task);
    const file = `tasks/${task.id}/${program?.name}.py`;
    return (program?.cells ?? []).map(({ code }, index) => ({ file, cell: index + 1, code }));
  });
  if (cells.length === 0) return;
  const interpreter = await host.open([{ path: 'data/cells.json', bytes: Buffer.from(JSON.stringify(cells)) }]);
  try {
    const { outputs } = await interpreter.run(pythonCall('compile_cells'));
    const complaint = outputs.map((output) => (output.type === 'stream' ? output.text : '')).join('');
    if (complaint) throw new Problem(complaint.trim());
  } finally {
    await interpreter.close();
  }
}
