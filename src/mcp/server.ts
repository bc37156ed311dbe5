// An MCP server over stdio: the SDK implements the protocol.
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { Problem, reasonOf } from '../core/index.ts';
import type { Interpreter } from '../interpreter/index.ts';
import { version } from '../../setup/version.mjs';
import { mcpTools, type ToolResult } from './tools.ts';

/** Serves one client until it goes away or the signal says stop. */
export async function serveMcp(interpreter: Interpreter, stop: AbortSignal): Promise<void> {
  const server = new Server({ name: 'pybench', version }, { capabilities: { tools: {} } });
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: Object.entries(mcpTools).map(([name, { description, input }]) => ({
      name,
      description,
      inputSchema: { ...z.toJSONSchema(input, { io: 'input' }), type: 'object' as const },
    })),
  }));
  // An interpreter runs one cell at a time, so concurrent calls are queued.
  let last: Promise<unknown> = Promise.resolve();
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
    const before = last;
    const turn = before.then(() => callTool(interpreter, params, AbortSignal.any([signal, stop])));
    last = turn.catch(() => undefined);
    return await turn;
  });
  const gone = new Promise<void>((resolve) => {
    process.stdin.once('end', resolve).once('close', resolve);
    stop.addEventListener('abort', () => resolve(), { once: true });
    if (stop.aborted) resolve();
  });
  await server.connect(new StdioServerTransport());
  await gone;
  await last;
  await server.close();
}

async function callTool(
  interpreter: Interpreter,
  { name, arguments: input = {} }: { name: string; arguments?: Record<string, unknown> | undefined },
  signal: AbortSignal,
): Promise<ToolResult> {
  const tool = Object.hasOwn(mcpTools, name) ? mcpTools[name] : undefined;
  if (!tool) return failed(`there is no tool "${name}"; there are ${Object.keys(mcpTools).join(', ')}`);
  const read = tool.input.safeParse(input);
  if (!read.success) {
    const [issue] = read.error.issues;
    return failed(`${name}: ${issue?.path.join('.') || 'the arguments'}: ${issue?.message ?? 'malformed'}`);
  }
  try {
    return await tool.call(interpreter, read.data, signal);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return failed(reasonOf(error));
  }
}

function failed(text: string): ToolResult {
  return { content: [{ type: 'text', text }], isError: true };
}
