// Opens one interpreter for a program. Closing it also closes its host.
import { type InputFile, type IsolationLevel, type Limits } from '../core/index.ts';
import type { Interpreter, PythonStack } from '../interpreter/index.ts';
import { openInterpreters } from '../interpreter/index.ts';

interface HostRequest {
  /** Left out: the strongest level that this machine has. */
  readonly isolation?: IsolationLevel | undefined;
  readonly limits?: Partial<Limits>;
}

export interface OpenInterpreterOptions extends HostRequest {
  /** By path under ./data. */
  readonly files?: Readonly<Record<string, Uint8Array | string>>;
}

export interface OwnInterpreter extends Interpreter {
  readonly stack: PythonStack;
}

export async function openInterpreter({
  files = {},
  ...request
}: OpenInterpreterOptions = {}): Promise<OwnInterpreter> {
  const host = await openInterpreters(request);
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

function asInput([name, content]: [string, Uint8Array | string]): InputFile {
  return { path: `data/${name}`, bytes: typeof content === 'string' ? Buffer.from(content, 'utf8') : content };
}
