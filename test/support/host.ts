// The real interpreter of this machine, opened once per test file.
import { findPython } from '../../setup/python.mjs';
import { defaultLimits, type IsolationLevel, type Limits } from '../../src/core/index.ts';
import { openHost, type HostOptions, type InterpreterHost } from '../../src/interpreter/index.ts';
import type { Services } from '../../src/trial/index.ts';
import { openVerifier, type Verifier } from '../../src/verify/index.ts';

export async function testHost(
  limits: Partial<Limits> = {},
  isolation?: IsolationLevel,
  options: Pick<HostOptions, 'modules' | 'background'> = {},
): Promise<InterpreterHost> {
  const python = findPython();
  if (!python) throw new Error('no Python on this machine: run "npm test", which sets it up');
  const opened = await openHost(python, { ...defaultLimits, ...limits }, { isolation, ...options });
  const host: InterpreterHost = {
    ...opened,
    close: async () => {
      await known.get(host)?.verifier.close();
      await opened.close();
    },
  };
  return host;
}

const known = new WeakMap<InterpreterHost, Services>();

/** Services over a host of testHost; its `close` closes the verifier too. */
export function servicesOn(interpreters: InterpreterHost): Services {
  const services = known.get(interpreters) ?? { interpreters, verifier: openVerifier(interpreters) };
  known.set(interpreters, services);
  return services;
}

/** Verifies with the verifier of a host of testHost. */
export function verifyOn(host: InterpreterHost): Verifier['verify'] {
  return (...args) => servicesOn(host).verifier.verify(...args);
}
