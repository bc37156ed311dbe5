// Keys of services, from the environment or `.env`. They stay in memory and are never shown.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { Problem } from '../core/index.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The environment, completed by `.env` in the folder. */
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

/** The first variable that has a key. Messages never contain the key. */
export function findKey(variables: readonly string[], environment: Environment): FoundKey | undefined {
  for (const variable of variables) {
    const key = environment[variable]?.trim();
    if (!key) continue;
    if (!/^[\x21-\x7e]+$/.test(key)) throw new Problem(`${variable} contains characters that a key cannot have`);
    return { variable, key };
  }
  return undefined;
}

/** Removes a secret from a text that a service sent. */
export function redact(text: string, secret: string | undefined): string {
  return secret ? text.replaceAll(secret, '[key]') : text;
}
