// The tools that `pybench mcp` offers, on one interpreter.
import { z } from 'zod';
import { observe, promptTexts } from '../episode/index.ts';
import type { CellResult, Interpreter } from '../interpreter/index.ts';
import { pythonCall } from '../system/index.ts';

type McpContent = { type: 'text'; text: string } | { type: 'image'; data: string; mimeType: string };

export interface ToolResult {
  [key: string]: unknown;
  content: McpContent[];
  isError?: boolean;
}

export interface McpTool {
  readonly description: string;
  readonly input: z.ZodType<Record<string, unknown>>;
  readonly call: (interpreter: Interpreter, input: unknown, signal: AbortSignal) => Promise<ToolResult>;
}

const MAX_READ = 32 * 1024;

const pythonInput = z.object({ code: z.string().min(1).describe('The code of the cell.') });
const listInput = z.object({});
const readInput = z.object({
  path: z.string().min(1).describe('Relative to the working directory, such as data/sales.csv.'),
  offset: z.int().min(0).default(0).describe('Where to begin, in bytes.'),
});

export const mcpTools: Readonly<Record<string, McpTool>> = {
  python: {
    description:
      'Runs Python code as a notebook cell in a sandbox without network. Variables persist between calls. Input files are under ./data; write results to ./output. Returns printed output, the last value, figures, and the traceback of an error.',
    input: pythonInput,
    async call(interpreter, input, signal) {
      return asResult(await interpreter.run(pythonInput.parse(input).code, { signal }));
    },
  },
  list_files: {
    description: 'Lists the files under ./data and ./output with their sizes in bytes.',
    input: listInput,
    async call(interpreter, _, signal) {
      return asText(await interpreter.run(pythonCall('list_files'), { signal }), '(no files)');
    },
  },
  read_file: {
    description: `Reads a text file of the workspace, at most ${MAX_READ / 1024} KiB at a time. For other files use python.`,
    input: readInput,
    async call(interpreter, input, signal) {
      const { path, offset } = readInput.parse(input);
      const code = pythonCall('read_file', path, offset, MAX_READ);
      return asText(await interpreter.run(code, { signal }), '(empty)');
    },
  },
};

function asResult(result: CellResult): ToolResult {
  const content = observe(result, promptTexts.en, true).map((part): McpContent =>
    part.type === 'text'
      ? { type: 'text', text: part.text }
      : { type: 'image', data: part.base64, mimeType: part.mime },
  );
  return result.status === 'ok' ? { content } : { content, isError: true };
}

/** What our own code printed, or how it failed. */
function asText(result: CellResult, nothing: string): ToolResult {
  if (result.status === 'ok') {
    const text = result.outputs.map((output) => (output.type === 'stream' ? output.text : '')).join('');
    return { content: [{ type: 'text', text: text || nothing }] };
  }
  const raised = result.outputs.find((output) => output.type === 'error');
  const text = raised ? `${raised.name}: ${raised.value}` : (result.reason ?? result.status);
  return { content: [{ type: 'text', text }], isError: true };
}
