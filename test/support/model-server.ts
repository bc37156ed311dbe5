// A model service on loopback with the real wire formats. It refuses the same requests as the real services, and can
// simulate faults. A script defines the answer to each call; the requests are kept for assertions.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { chatWire } from './wires/chat.ts';
import { googleWire } from './wires/google.ts';
import { messagesWire } from './wires/messages.ts';
import { responsesWire } from './wires/responses.ts';
import type { ScriptedReply, SeenCall, Wire } from './wires/wire.ts';

export type { SeenCall } from './wires/wire.ts';

/** A fault of the service. */
type ScriptedFault =
  /** An answer with this status, such as 429 with `{ 'retry-after': '1' }`. */
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: unknown }
  /** The socket closes before the headers or inside the stream; `quiet`: the stream ends early without an error. */
  | { readonly cut: 'headers' | 'middle' | 'quiet' }
  | { readonly broken: 'json' | 'content-type' | 'empty' }
  /** `first-byte`: never answers. `middle`: starts to answer, then sends nothing more. */
  | { readonly silent: 'first-byte' | 'middle' };

export type ScriptedAnswer = ScriptedReply | ScriptedFault;
/** The answers to calls: a function, or a list whose last entry is repeated. */
export type Script = readonly ScriptedAnswer[] | ((call: SeenCall) => ScriptedAnswer | Promise<ScriptedAnswer>);

/** Long enough that the first half of its frames does not contain the end of the reply. */
const UNFINISHED = 'An answer in many pieces, of which only the first ones will ever arrive at the other end.';

const wires: readonly Wire[] = [chatWire, messagesWire, responsesWire, googleWire];

export class ModelServer {
  /** Every call, in order of arrival. */
  readonly calls: SeenCall[] = [];
  /** Errors in requests that the real service would refuse; empty after valid requests. */
  readonly objections: string[] = [];
  /** The number of calls being answered now; `mostOpen` is its maximum. */
  open = 0;
  mostOpen = 0;
  readonly #server: Server;
  #script: Script;

  private constructor(script: Script) {
    this.#script = script;
    this.#server = createServer((request, response) => {
      this.#serve(request, response).catch((error: unknown) => {
        this.objections.push(`the server itself failed: ${String(error)}`);
        response.destroy();
      });
    });
    // On a busy machine, the server could close an idle connection just when the client uses it again.
    this.#server.keepAliveTimeout = 600_000;
  }

  static async start(script: Script): Promise<ModelServer> {
    const server = new ModelServer(script);
    await new Promise<void>((done) => server.#server.listen(0, '127.0.0.1', done));
    return server;
  }

  /** `http://127.0.0.1:PORT`. */
  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The base URL for the providers of all families. */
  get baseUrl(): string {
    return `${this.origin}/v1`;
  }

  play(script: Script): void {
    this.#script = script;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((done) => this.#server.close(done));
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.mostOpen = Math.max(this.mostOpen, ++this.open);
    response.on('close', () => this.open--);
    const body = JSON.parse(await textOf(request)) as unknown;
    const path = request.url ?? '';
    const wire = wires.find((each) => each.serves(path));
    if (!wire) {
      this.objections.push(`nothing is served at ${path}`);
      return sendJson(response, 404, { error: { message: `no such path: ${path}` } });
    }
    const call: SeenCall = { wire: wire.name, path, headers: request.headers, body, index: this.calls.length };
    this.calls.push(call);
    const objection = wire.objection(call);
    if (objection !== undefined) {
      this.objections.push(objection);
      return sendJson(response, 400, wire.refusal(400, objection));
    }
    await answer(wire, call, await this.#next(call), response);
  }

  async #next(call: SeenCall): Promise<ScriptedAnswer> {
    if (typeof this.#script === 'function') return this.#script(call);
    const scripted = this.#script[Math.min(call.index, this.#script.length - 1)];
    if (!scripted) throw new Error('the script is empty');
    return scripted;
  }
}

async function answer(wire: Wire, call: SeenCall, scripted: ScriptedAnswer, response: ServerResponse): Promise<void> {
  if ('status' in scripted) {
    const { status, headers = {}, body = wire.refusal(status, `scripted ${status}`) } = scripted;
    return sendJson(response, status, body, headers);
  }
  if ('cut' in scripted && scripted.cut === 'headers') return void response.destroy();
  if ('silent' in scripted && scripted.silent === 'first-byte') return;
  if ('broken' in scripted && scripted.broken === 'content-type') {
    return void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Sign in to the network</html>');
  }
  const reply = 'cut' in scripted || 'broken' in scripted || 'silent' in scripted ? { text: UNFINISHED } : scripted;
  if (reply.delayMs) await sleep(reply.delayMs);
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  const frames = wire.frames(reply, call);
  const half = frames.slice(0, Math.ceil(frames.length / 2));
  if ('broken' in scripted) return void response.end(scripted.broken === 'json' ? `${half[0]}data: {"id": \n\n` : '');
  if ('silent' in scripted) return void response.write(half.join(''));
  if ('cut' in scripted) {
    if (scripted.cut === 'quiet') return void response.end(half.join(''));
    return void response.write(half.join(''), () => response.destroy());
  }
  for (const frame of frames) response.write(frame);
  response.end();
}

function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text);
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
