// `pybench mcp`, called by a real MCP client over stdio.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { expect, onTestFinished, test, vi } from 'vitest';
import { packageRoot } from '../../setup/root.mjs';
import { temporaryFolder } from '../support/folder.ts';

interface Connected {
  readonly client: Client;
  readonly call: (
    name: string,
    args?: Record<string, unknown>,
  ) => Promise<{ text: string; kinds: string[]; failed: boolean }>;
}

async function connect(args: readonly string[]): Promise<Connected> {
  const client = new Client({ name: 'test', version: '1' });
  const main = join(packageRoot, 'dist', 'src', 'cli', 'main.js');
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [main, 'mcp', ...args], stderr: 'ignore' }),
  );
  onTestFinished(() => client.close());
  return {
    client,
    async call(name, input = {}) {
      const result = await client.callTool({ name, arguments: input });
      const content = result.content as { type: string; text?: string }[];
      return {
        text: content.map(({ text = '' }) => text).join(''),
        kinds: content.map(({ type }) => type),
        failed: result.isError === true,
      };
    },
  };
}

test('a client lists the tools, reads and writes files and gets figures; its output files are saved', async () => {
  const folder = temporaryFolder();
  const [data, out] = [join(folder, 'data'), join(folder, 'out')];
  mkdirSync(data);
  writeFileSync(join(data, '销售.csv'), 'day,amount\n1,10\n2,32\n');
  writeFileSync(join(data, 'long.txt'), 'x'.repeat(40_000));
  const { client, call } = await connect(['--data', data, '--out', out]);

  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(['python', 'list_files', 'read_file']);
  expect(tools[0]?.inputSchema).toMatchObject({ type: 'object', required: ['code'] });

  expect(await call('list_files')).toMatchObject({ text: 'data/long.txt 40000\ndata/销售.csv 21\n', failed: false });
  expect(await call('read_file', { path: 'data/销售.csv' })).toMatchObject({ text: 'day,amount\n1,10\n2,32\n' });
  expect((await call('read_file', { path: 'data/long.txt' })).text).toMatch(
    /x\n\[7232 more bytes: go on with offset 32768\]$/,
  );
  expect((await call('read_file', { path: 'data/long.txt', offset: 39_999 })).text).toBe('x');

  await call('python', { code: 'import pandas as pd\nsales = pd.read_csv("data/销售.csv")' });
  expect((await call('python', { code: 'int(sales.amount.sum())' })).text).toContain('42');
  const figure = await call('python', { code: 'sales.plot()\nimport matplotlib.pyplot as plt\nplt.show()' });
  expect(figure.kinds).toEqual(['text', 'image']);
  expect((await call('python', { code: '[name for name in globals() if "pybench" in name]' })).text).toContain('[]');
  await call('python', { code: 'sales.to_csv("output/copy.csv", index=False)' });
  await client.close();
  await vi.waitFor(() => expect(readFileSync(join(out, 'copy.csv'), 'utf8')).toContain('2,32'), { timeout: 30_000 });
});

test('the server returns errors as tool results and continues', async () => {
  const { call } = await connect([]);
  expect(await call('list_files')).toMatchObject({ text: '(no files)' });
  expect(await call('python', { code: '1 / 0' })).toMatchObject({
    failed: true,
    text: expect.stringContaining('ZeroDivisionError'),
  });
  expect(await call('read_file', { path: 'data/none.txt' })).toMatchObject({
    failed: true,
    text: expect.stringContaining('FileNotFoundError'),
  });
  expect(await call('read_file', { path: '/etc/shadow' })).toMatchObject({ failed: true });
  expect(await call('python', { program: 'x' })).toMatchObject({ failed: true, text: expect.stringContaining('code') });
  expect(await call('dance')).toMatchObject({ failed: true, text: expect.stringContaining('no tool "dance"') });
  const both = await Promise.all([
    call('python', { code: 'a = 1\nprint(a)' }),
    call('python', { code: 'print(a + 1)' }),
  ]);
  expect(both.map(({ text }) => text)).toEqual(['Output:\n1', 'Output:\n2']);
});
