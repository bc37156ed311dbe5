// `exec/COMMAND`: a program as a model. Each call starts a process, which reads the request as JSON on stdin and replies on stdout.
import { spawn, type ChildProcess } from 'node:child_process';
import { z } from 'zod';
import { jsonSchema, type Json, type ModelReply, type ModelRequest, type ReplyPart } from '../core/index.ts';
import { killGroup, programEnvironment } from '../system/index.ts';
import { ModelFault, type CallContext, type Model } from './model.ts';

const MAX_OUTPUT_BYTES = 64 * 2 ** 20;
const MAX_ERROR_CHARACTERS = 300;

const answerSchema = z.object({
  content: z.string().nullish(),
  toolCalls: z
    .array(z.object({ id: z.string().optional(), name: z.string(), arguments: jsonSchema.optional() }))
    .nullish(),
  usage: z.object({ inputTokens: z.number().optional(), outputTokens: z.number().optional() }).nullish(),
});

export function execModel(name: string, command: string, options: { sees: boolean; timeoutMs: number }): Model {
  return {
    name,
    sees: options.sees,
    async complete(request: ModelRequest, { trial, turn, signal }: CallContext): Promise<ModelReply> {
      signal.throwIfAborted();
      const started = performance.now();
      const output = await runCommand(command, JSON.stringify({ ...request, trial, turn }), options.timeoutMs, signal);
      return { ...readAnswer(output, turn), latencyMs: Math.round(performance.now() - started), attempts: 1 };
    },
  };
}

/** Runs a shell command in its own process group and kills the whole group at the end. */
async function runCommand(command: string, input: string, timeoutMs: number, signal: AbortSignal): Promise<string> {
  const child = spawn('sh', ['-c', command], {
    env: programEnvironment(),
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let end: unknown;
  const stop = (reason: unknown) => {
    end ??= reason;
    killGroup(child.pid);
  };
  const limit = `no answer within ${timeoutMs / 1000} s`;
  const timer = setTimeout(() => stop(new ModelFault('timeout', limit, { retryable: true })), timeoutMs);
  const abort = () => stop(signal.reason);
  signal.addEventListener('abort', abort);
  try {
    // A program need not read its request.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
    const tooLong = () => stop(new ModelFault('malformed', 'the command wrote too much', { retryable: false }));
    const [output, complaint, code] = await Promise.all([
      textOf(child.stdout, tooLong),
      textOf(child.stderr, tooLong),
      exitOf(child),
    ]);
    if (end !== undefined) throw end;
    if (code !== 0) throw failure(code, complaint);
    return output;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
    killGroup(child.pid);
  }
}

/** The exit code. Kills the remaining processes of the group, which would keep the pipes open. */
function exitOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => {
      killGroup(child.pid);
      resolve(code ?? -1);
    });
  });
}

async function textOf(stream: NodeJS.ReadableStream, tooLong: () => void): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += (chunk as Buffer).length;
    if (size > MAX_OUTPUT_BYTES) tooLong();
    else chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Codes 126 and 127 come from the shell: it cannot run the command. */
function failure(code: number, complaint: string): ModelFault {
  const said = complaint.trim().split('\n').at(-1)?.slice(0, MAX_ERROR_CHARACTERS) ?? '';
  const text = `the command ended with code ${code}${said ? `: ${said}` : ''}`;
  const missing = code === 126 || code === 127;
  return new ModelFault(missing ? 'rejected' : 'unavailable', text, { retryable: !missing });
}

/** JSON with `content` or `toolCalls` is a reply in this format; any other output is the text of the reply. */
function readAnswer(output: string, turn: number): Pick<ModelReply, 'parts' | 'finish' | 'usage'> {
  const json = parsed(output);
  const formed = json !== null && typeof json === 'object' && ('content' in json || 'toolCalls' in json);
  const read = formed ? answerSchema.safeParse(json) : undefined;
  if (read?.error) {
    const [issue] = read.error.issues;
    const text = `the command’s JSON is not an answer: ${issue?.path.join('.')}: ${issue?.message}`;
    throw new ModelFault('malformed', text, { retryable: true });
  }
  const content = read ? (read.data.content ?? '') : output.replace(/\n$/, '');
  const calls = (read?.data.toolCalls ?? []).map(({ id, name, arguments: input = {} }, index): ReplyPart => {
    const given = typeof input === 'string' ? parsed(input) : input;
    const raw = typeof input === 'string' ? input : JSON.stringify(input);
    return { type: 'tool-call', id: id ?? `call_${turn}_${index}`, name, input: given, raw };
  });
  const { inputTokens, outputTokens } = read?.data.usage ?? {};
  return {
    parts: [...(content ? [{ type: 'text' as const, text: content }] : []), ...calls],
    finish: calls.length > 0 ? 'tool-calls' : 'stop',
    usage: {
      ...(inputTokens === undefined ? {} : { inputTokens }),
      ...(outputTokens === undefined ? {} : { outputTokens }),
    },
  };
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
