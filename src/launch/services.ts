// Opens what trials work with: the Python of this machine, set up on first use, and a verifier.
import { createProgress } from '../../setup/progress.mjs';
import { ensurePython } from '../../setup/python.mjs';
import { defaultLimits, type IsolationLevel, type Limits } from '../core/index.ts';
import { openHost, type InterpreterHost } from '../interpreter/index.ts';
import type { Services } from '../trial/index.ts';
import { openVerifier } from '../verify/index.ts';

export interface InterpreterRequest {
  /** Left out: the strongest level that this machine has. */
  readonly isolation?: IsolationLevel | undefined;
  readonly limits?: Partial<Limits> | undefined;
  /** Cells that run at once, of all interpreters together. */
  readonly cells?: number | undefined;
  /** How interpreters are made ahead, and which modules they wait for: see `HostOptions`. */
  readonly ahead?: number | undefined;
  readonly modules?: readonly string[] | undefined;
  readonly background?: boolean | undefined;
}

/** Services with a lifetime: `await using services = await openServices(…)`, or `close()`. */
export interface OpenServices extends Services, AsyncDisposable {
  close(): Promise<void>;
}

export async function openServices(request: InterpreterRequest = {}): Promise<OpenServices> {
  const interpreters = await openInterpreters(request);
  const verifier = openVerifier(interpreters);
  const close = async () => {
    await verifier.close();
    await interpreters.close();
  };
  return { interpreters, verifier, close, [Symbol.asyncDispose]: close };
}

/** Interpreters without a verifier. */
export async function openInterpreters({ limits, ...options }: InterpreterRequest = {}): Promise<InterpreterHost> {
  const python = await ensurePython(createProgress());
  return await openHost(python, { ...defaultLimits, ...limits }, options);
}

/** Opens interpreters, uses them, and closes them whatever happens. */
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

/** Opens services, uses them, and closes them whatever happens. */
export async function withServices<T>(
  request: InterpreterRequest,
  use: (services: Services) => Promise<T>,
): Promise<T> {
  const services = await openServices(request);
  try {
    return await use(services);
  } finally {
    await services.close();
  }
}
