// Interpreters in a process of an unprivileged user with a separate clone. Requests: one JSON object per line of stdin.
import { createInterface } from 'node:readline';

const { clone, limits, isolation } = JSON.parse(process.argv[2] ?? '');
const { defaultLimits } = await import(`${clone}/dist/src/core/index.js`);
const { openHost } = await import(`${clone}/dist/src/interpreter/index.js`);
const { findPython } = await import(`${clone}/dist/setup/python.mjs`);

const host = await openHost(findPython(), { ...defaultLimits, ...limits }, { isolation });
const interpreters = new Map();
/** @param {object} message */
const answer = (message) => process.stdout.write(`${JSON.stringify(message)}\n`);

/**
 * @typedef {{ path: string, bytes: string }} Encoded
 * @param {{ op: string, sandbox: number, code: string, files: Encoded[] }} request
 */
async function serve({ op, sandbox, code, files }) {
  if (op === 'open') {
    const inputs = files.map(({ path, bytes }) => ({ path, bytes: Buffer.from(bytes, 'base64') }));
    interpreters.set(sandbox, await host.open(inputs));
    return null;
  }
  const interpreter = interpreters.get(sandbox);
  if (op === 'run') return await interpreter.run(code);
  if (op === 'collect') {
    /** @type {import('../../src/core/index.ts').Collected} */
    const { files: collected, left, inputsIntact } = await interpreter.collect();
    const encoded = collected.map(({ path, bytes }) => ({ path, bytes: Buffer.from(bytes).toString('base64') }));
    return { files: encoded, left, inputsIntact };
  }
  interpreters.delete(sandbox);
  return (await interpreter.close()) ?? null;
}

answer({ id: 0, result: host.stack });
createInterface(process.stdin)
  .on('line', (line) => {
    const { id, ...request } = JSON.parse(line);
    serve(request).then(
      (result) => answer({ id, result }),
      (error) => answer({ id, error: String(error) }),
    );
  })
  .on('close', () => host.close().then(() => process.exit(0)));
