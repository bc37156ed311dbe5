// Runs Python in the agents' interpreter to make files with Python libraries.
import type { InputFile } from '../../src/core/index.ts';
import type { InterpreterHost } from '../../src/interpreter/index.ts';

/** Runs a program that must succeed; returns its files in output/, by name, and its printed text. */
export async function python(
  host: InterpreterHost,
  code: string,
  data: Readonly<Record<string, Uint8Array>> = {},
): Promise<{ files: Record<string, Uint8Array>; printed: string }> {
  const inputs: InputFile[] = Object.entries(data).map(([name, bytes]) => ({ path: `data/${name}`, bytes }));
  const interpreter = await host.open(inputs);
  try {
    const { status, outputs, reason } = await interpreter.run(code);
    const error = outputs.find((output) => output.type === 'error');
    if (status !== 'ok') throw new Error(error?.traceback ?? reason ?? status);
    const { files } = await interpreter.collect();
    return {
      files: Object.fromEntries(files.map(({ path, bytes }) => [path.replace('output/', ''), bytes])),
      printed: outputs.map((output) => (output.type === 'stream' ? output.text : '')).join(''),
    };
  } finally {
    await interpreter.close();
  }
}

/** A file of the result; throws if it does not exist. */
export function fileOf({ files }: { files: Record<string, Uint8Array> }, name: string): Uint8Array {
  const bytes = files[name];
  if (!bytes) throw new Error(`output/${name} was not written`);
  return bytes;
}
