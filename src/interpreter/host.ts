// Where interpreters come from: the Python of this machine, looked at once, then opened as often as needed.
import { recordedManifest } from '../../setup/image-store.mjs';
import type { PythonChoice } from '../../setup/python.mjs';
import type { InputFile, Limits } from '../core/index.ts';
import type { Interpreter, InterpreterHost, Stack } from './interpreter.ts';
import { PlainSandbox } from './plain.ts';
import { Session } from './session.ts';
import { Workspace } from './workspace.ts';

export async function openHost(python: PythonChoice, limits: Limits): Promise<InterpreterHost> {
  return { stack: await describeStack(python, limits), open: (files) => openPlain(python, files, limits) };
}

async function openPlain(python: PythonChoice, files: readonly InputFile[], limits: Limits): Promise<Interpreter> {
  return new Session(new PlainSandbox(python, await Workspace.create(files, limits)), limits);
}

async function describeStack(python: PythonChoice, limits: Limits): Promise<Stack> {
  const sandbox = new PlainSandbox(python, await Workspace.create([], limits), { listPackages: true });
  const session = new Session(sandbox, limits);
  try {
    const { version, packages } = await session.start();
    return { isolation: 'none', version, packages, image: describeImage(python) };
  } finally {
    await session.close();
  }
}

function describeImage(python: PythonChoice): Stack['image'] {
  if (python.kind !== 'image') return null;
  const { list, digest, name } = python.image.manifest;
  return { list, manifest: digest, asRecorded: recordedManifest(name)?.digest === digest };
}
