// Looking into the interpreter and the tools image for programs and fonts.
import { z } from 'zod';
import { findImage } from '../../../setup/image-store.mjs';
import { outputOf } from '../../../setup/command.mjs';
import type { InterpreterHost } from '../../interpreter/index.ts';
import { pythonCall } from '../../system/index.ts';

export interface Probe {
  readonly tools: Readonly<Record<string, string | null>>;
  readonly fonts: readonly string[];
}

const probeSchema = z.object({ tools: z.record(z.string(), z.string().nullable()), fonts: z.array(z.string()) });

export async function probeHost(host: InterpreterHost): Promise<Probe> {
  const interpreter = await host.open([]);
  try {
    const { outputs } = await interpreter.run(pythonCall('probe_programs'));
    const text = outputs
      .map((output) => (output.type === 'stream' && output.name === 'stdout' ? output.text : ''))
      .join('');
    return probeSchema.parse(JSON.parse(text));
  } finally {
    await interpreter.close();
  }
}

/** The Chromium of the tools image by its recorded version, else the machine's own. */
export function chromiumVersion(): string | null {
  const installed = findImage('tools')?.manifest.packages['chromium-headless-shell'];
  if (installed) return installed.split('-')[0] ?? installed;
  return /\d+(\.\d+)+/.exec(outputOf('chromium', ['--version']) ?? '')?.[0] ?? null;
}
