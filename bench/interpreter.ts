// Our side of the benchmark of interpreters: `node dist/bench/interpreter.js [--alive N]`. The peers are not here yet.
import { measureOurs } from './ours.ts';

const alive = Number(/--alive[= ](\d+)/.exec(process.argv.join(' '))?.[1] ?? 50);
process.stdout.write(`${JSON.stringify(await measureOurs({ repeats: 20, alive, tasks: 48 }), null, 2)}\n`);
