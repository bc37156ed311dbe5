// A separate Node process, which a test kills while its interpreters run cells.
import { ensurePython } from '../../dist/setup/python.mjs';
import { createProgress } from '../../dist/setup/progress.mjs';
import { defaultLimits } from '../../dist/src/core/index.js';
import { openHost } from '../../dist/src/interpreter/index.js';

const host = await openHost(await ensurePython(createProgress()), defaultLimits);
for (const code of [
  'while True: pass',
  'import time; time.sleep(1000)',
  'import os, time\nif os.fork() == 0:\n    os.setsid()\n    time.sleep(1000)\ntime.sleep(1000)',
]) {
  const interpreter = await host.open([]);
  await interpreter.run('1');
  void interpreter.run(`print('on', flush=True)\n${code}`);
}
await new Promise((resolve) => setTimeout(resolve, 300));
process.stdout.write('holding\n');
setInterval(() => undefined, 1000);
