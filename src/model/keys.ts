// Keys of services: from the environment or `.env`, used in memory, shown nowhere.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { Problem } from '../core/index.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The environment, and under it what `.env` in the folder says. */
export function readEnvironment(folder: string = process.cwd(), environment: Environment = process.env): Environment {
  return { ...readDotEnv(join(folder, '.env')), ...environment };
}

function readDotEnv(file: string): Environment {
  try {
    return parseEnv(readFileSync(file, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw new Problem(`cannot read ${file}: ${(error as NodeJS.ErrnoException).code ?? 'it is malformed'}`);
  }
}

export interface FoundKey {
  readonly variable: string;
  readonly key: string;
}

/** The first of the variables that holds a key. The key's text never gets into the message. */
export function findKey(variables: readonly string[], environment: Environment): FoundKey | undefined {
  for (const variable of variables) {
    const key = environment[variable]?.trim();
    if (!key) continue;
    if (!/^[\x21-\x7e]+$/.test(key)) throw new Problem(`${variable} holds characters that no key has`);
    return { variable, key };
  }
  return undefined;
}

/** Strikes a secret out of a text that a service sent back. */
export function redact(text: string, secret: string | undefined): string {
  return secret ? text.replaceAll(secret, '[key]') : text;
}
