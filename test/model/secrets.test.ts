// Keys do not leak: the test searches replies, faults, warnings, retries, totals and cache files for the key.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { withMiddleware } from '../../src/model/index.ts';
import { temporaryFolder } from '../support/folder.ts';
import { ModelServer } from '../support/model-server.ts';
import { call, KEY, modelOn, question } from './conversation.ts';

test.each(['openai/gpt-5', 'anthropic/claude-sonnet-4-5', 'google/gemini-2.5-pro', 'openai-compatible/qwen3'])(
  '%s: the key is sent to the service and appears nowhere else',
  async (name) => {
    const leak = { error: { message: `bad key ${KEY}`, type: 'x', code: 500, status: 'INTERNAL' } };
    const server = await ModelServer.start([
      { status: 500, body: leak },
      { status: 429, body: `<html>${KEY}</html>` },
      { text: 'Hello' },
      { status: 401, body: leak },
    ]);
    const folder = temporaryFolder();
    const said: unknown[] = [];
    const { model, meter } = withMiddleware(modelOn(server, name, { warn: (text) => said.push(text) }), {
      cache: { folder },
      retry: { sleep: async () => undefined, onRetry: (each) => said.push(each) },
    });
    said.push(model, await model.complete({ ...question, parameters: { seed: 1 } }, call(1)));
    said.push(await model.complete(question, call(2)).catch((error: unknown) => error), meter.totals);
    await server.close();

    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    expect(files).toHaveLength(1);
    for (const { parentPath, name: file } of files) said.push(readFileSync(join(parentPath, file), 'utf8'));
    // The key was sent, so it could have leaked.
    expect(JSON.stringify(server.calls.map(({ headers }) => headers))).toContain(KEY);
    expect(inspect(said, { depth: 20, showHidden: true })).not.toContain(KEY);
    expect(JSON.stringify(said)).not.toContain(KEY);
  },
);
