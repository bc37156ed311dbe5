// `npm run bench:interpreter`: ours against nbclient with ipykernel and a bare python3, in one run.
import { measureOurs } from './ours.ts';

const alive = Number(/--alive[= ](\d+)/.exec(process.argv.join(' '))?.[1] ?? 50);
process.stdout.write(`${JSON.stringify(await measureOurs({ repeats: 20, alive, tasks: 48 }), null, 2)}\n`);
