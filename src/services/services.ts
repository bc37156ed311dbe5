// Opens the services of trials: interpreters and a verifier.
import { openInterpreters, type InterpreterRequest } from '../interpreter/index.ts';
import type { Services } from '../trial/index.ts';
import { openVerifier } from '../verify/index.ts';

/** Services with a lifetime: `await using services = await openServices(…)`, or `close()`. */
interface OpenServices extends Services, AsyncDisposable {
  close(): Promise<void>;
}

async function openServices(request: InterpreterRequest = {}): Promise<OpenServices> {
  const interpreters = await openInterpreters(request);
  const verifier = openVerifier(interpreters);
  const close = async () => {
    await verifier.close();
    await interpreters.close();
  };
  return { interpreters, verifier, close, [Symbol.asyncDispose]: close };
}

/** Opens services, uses them, and closes them whatever happens. Services that are open already stay open. */
export async function usingServices<T>(
  open: Services | undefined,
  request: InterpreterRequest,
  use: (services: Services) => Promise<T>,
): Promise<T> {
  if (open) return await use(open);
  const services = await openServices(request);
  try {
    return await use(services);
  } finally {
    await services.close();
  }
}

export async function withServices<T>(
  request: InterpreterRequest,
  use: (services: Services) => Promise<T>,
): Promise<T> {
  return await usingServices(undefined, request, use);
}
