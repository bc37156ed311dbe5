// Opens interpreters on the Python of this machine, which is set up on first use.
import { createProgress } from '../../setup/progress.mjs';
import { ensurePython } from '../../setup/python.mjs';
import { defaultLimits, type Limits } from '../core/index.ts';
import { openHost, type HostOptions } from './host.ts';
import type { InterpreterHost, PythonStack } from './interpreter.ts';
import { describeImage } from './stack.ts';

export interface InterpreterRequest extends HostOptions {
  readonly limits?: Partial<Limits> | undefined;
}

export async function openInterpreters({ limits, ...options }: InterpreterRequest = {}): Promise<InterpreterHost> {
  const python = await ensurePython(createProgress());
  return await openHost(python, { ...defaultLimits, ...limits }, options);
}

/** The image in which `openInterpreters` would open them; null for a Python of this machine. */
export async function interpreterImage(): Promise<PythonStack['image']> {
  const python = await ensurePython(createProgress());
  return python.kind === 'image' ? describeImage(python.image) : null;
}

/** Opens interpreters, uses them, and always closes them, also after an error. */
export async function withInterpreters<T>(
  request: InterpreterRequest,
  use: (interpreters: InterpreterHost) => Promise<T>,
): Promise<T> {
  const interpreters = await openInterpreters(request);
  try {
    return await use(interpreters);
  } finally {
    await interpreters.close();
  }
}
