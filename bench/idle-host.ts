// Interpreters that return at once and do nothing, so that only the cost of the harness is measured.
import type { Interpreter, InterpreterHost } from '../src/interpreter/index.ts';

const idle: Interpreter = {
  run: () =>
    Promise.resolve({
      status: 'ok',
      outputs: [{ type: 'stream', name: 'stdout', text: 'a line of output\n'.repeat(20) }],
      stateLost: false,
      cpuMs: 0,
      wallMs: 0,
      memoryBytes: null,
    }),
  collect: () => Promise.resolve({ files: [], left: [], inputsIntact: true, figures: new Map() }),
  close: () => Promise.resolve(),
};

export const idleHost: InterpreterHost = {
  stack: { isolation: 'none', version: '3', packages: {}, image: null },
  open: () => Promise.resolve(idle),
  close: () => Promise.resolve(),
};
