// One interpreter, for programs: the Python is set up on first use and ends with the interpreter.
import { createProgress } from '../../setup/progress.mjs';
import { ensurePython } from '../../setup/python.mjs';
import { defaultLimits, type InputFile, type IsolationLevel, type Limits } from '../core/index.ts';
import { openHost, type Interpreter, type InterpreterHost, type PythonStack } from '../interpreter/index.ts';

export interface HostRequest {
  /** Left out: the strongest level that this machine has. */
  readonly isolation?: IsolationLevel | undefined;
  readonly limits?: Partial<Limits>;
}

export interface InterpreterRequest extends HostRequest {
  /** By path under ./data. */
  readonly files?: Readonly<Record<string, Uint8Array | string>>;
}

export interface OwnInterpreter extends Interpreter {
  readonly stack: PythonStack;
}

export async function openInterpreter({ files = {}, ...request }: InterpreterRequest = {}): Promise<OwnInterpreter> {
  const host = await openOwnHost(request);
  try {
    const interpreter = await host.open(Object.entries(files).map(asInput));
    return {
      stack: host.stack,
      run: (code, options) => interpreter.run(code, options),
      collect: () => interpreter.collect(),
      close: async () => {
        await interpreter.close();
        await host.close();
      },
    };
  } catch (error) {
    await host.close();
    throw error;
  }
}

export async function openOwnHost({ isolation, limits }: HostRequest): Promise<InterpreterHost> {
  return await openHost(await ensurePython(createProgress()), { ...defaultLimits, ...limits }, { isolation });
}

function asInput([name, content]: [string, Uint8Array | string]): InputFile {
  return { path: `data/${name}`, bytes: typeof content === 'string' ? Buffer.from(content, 'utf8') : content };
}
