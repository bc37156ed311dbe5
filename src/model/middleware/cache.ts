// A cache of replies on disk, by request and attempt: attempt 2 samples a new reply. Faults are never cached.
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { digestJson, parseTrialId, type ModelReply, type ModelRequest } from '../../core/index.ts';
import type { CallContext } from '../model.ts';
import type { Middleware } from './middleware.ts';

export interface CacheOptions {
  readonly folder: string;
  /** Distinguishes models with the same name, such as by a base URL. */
  readonly scope?: string;
  readonly onHit?: (context: CallContext) => void;
}

const VERSION = 1;

export function cache({ folder, scope = '', onHit }: CacheOptions): Middleware {
  return (model) => ({
    ...model,
    async complete(request, context) {
      context.signal.throwIfAborted();
      const file = join(folder, pathOf(model.name, scope, request, context));
      const kept = await readReply(file);
      if (kept) {
        onHit?.(context);
        return kept;
      }
      const reply = await model.complete(request, context);
      await writeReply(file, reply);
      return reply;
    },
  });
}

function pathOf(model: string, scope: string, request: ModelRequest, { trial }: CallContext): string {
  const attempt = parseTrialId(trial)?.attempt ?? 1;
  const digest = digestJson({ v: VERSION, model, scope, attempt, request });
  return join(digest.slice(0, 2), `${digest}.json`);
}

/** Undefined also if the file is not a reply. */
async function readReply(file: string): Promise<ModelReply | undefined> {
  try {
    const kept = JSON.parse(await readFile(file, 'utf8')) as Partial<ModelReply>;
    return Array.isArray(kept.parts) && kept.finish !== undefined ? (kept as ModelReply) : undefined;
  } catch {
    return undefined;
  }
}

async function writeReply(file: string, reply: ModelReply): Promise<void> {
  const part = `${file}.${randomUUID()}.part`;
  await mkdir(dirname(file), { recursive: true });
  try {
    await writeFile(part, `${JSON.stringify(reply)}\n`);
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}
