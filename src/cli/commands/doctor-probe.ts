// Looking into the interpreter and the tools image for programs and fonts.
import { z } from 'zod';
import { findImage } from '../../../setup/image-store.mjs';
import { outputOf } from '../../../setup/command.mjs';
import type { InterpreterHost } from '../../interpreter/index.ts';

export interface Probe {
  readonly tools: Readonly<Record<string, string | null>>;
  readonly fonts: readonly string[];
}

const look = `
import json, re, shutil, subprocess

def _version(*command):
    if not shutil.which(command[0]):
        return None
    done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    found = re.search(r"\\d+(\\.\\d+)+", done.stdout + done.stderr)
    return found.group() if found else "?"

def _fonts():
    if not shutil.which("fc-list"):
        return []
    listed = subprocess.run(["fc-list", ":", "family"], capture_output=True, text=True).stdout
    return sorted({line.split(",")[0].strip() for line in listed.splitlines() if line.strip()})

print(json.dumps({
    "tools": {
        "ffmpeg": _version("ffmpeg", "-version"),
        "tesseract": _version("tesseract", "--version"),
        "pandoc": _version("pandoc", "--version"),
        "graphviz": _version("dot", "-V"),
    },
    "fonts": _fonts(),
}))
`;

const probeSchema = z.object({ tools: z.record(z.string(), z.string().nullable()), fonts: z.array(z.string()) });

export async function probeHost(host: InterpreterHost): Promise<Probe> {
  const interpreter = await host.open([]);
  try {
    const { outputs } = await interpreter.run(look);
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
