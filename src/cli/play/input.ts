// Reads a player's moves from a terminal, line by line, or from a piped script.
import { createInterface } from 'node:readline';
import { Problem } from '../../core/index.ts';
import { CellReader, scriptMoves, type Move } from './moves.ts';

/** Lines that arrive within this time belong to one paste. */
const PASTE_MS = 30;
const MAX_SCRIPT = 16 * 2 ** 20;

export interface PlayInput {
  readonly interactive: boolean;
  readonly moves: AsyncIterable<Move>;
  /** Called on Ctrl-C; returns whether a cell was interrupted. */
  onInterrupt(interrupt: () => boolean): void;
  close(): void;
}

export function scriptInput(stream: NodeJS.ReadableStream): PlayInput {
  return { interactive: false, moves: readScript(stream), onInterrupt: () => undefined, close: () => undefined };
}

async function* readScript(stream: NodeJS.ReadableStream): AsyncGenerator<Move> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    chunks.push(Buffer.from(chunk as Uint8Array));
    size += chunks.at(-1)?.length ?? 0;
    if (size > MAX_SCRIPT) throw new Problem(`the script is larger than ${MAX_SCRIPT / 2 ** 20} MiB`);
  }
  yield* scriptMoves(Buffer.concat(chunks).toString('utf8'));
}

export function terminalInput(input: NodeJS.ReadableStream, output: NodeJS.WritableStream): PlayInput {
  const lines = createInterface({ input, output, terminal: true, historySize: 1000 });
  const reader = new CellReader();
  const batches = pastes(
    (listen) => lines.on('line', listen),
    (ended) => lines.on('close', ended),
  );
  const ask = () => {
    lines.setPrompt(reader.open ? '... ' : '>>> ');
    lines.prompt();
  };
  let interrupt: (() => boolean) | undefined;
  lines.on('SIGINT', () => {
    if (interrupt?.()) return;
    if (!reader.open) output.write('\n(:quit ends without grading, :submit submits the work)');
    reader.clear();
    output.write('\n');
    ask();
  });
  async function* moves(): AsyncGenerator<Move> {
    ask();
    for await (const batch of batches) {
      for (const [index, line] of batch.entries()) yield* reader.add(line, { inPaste: index < batch.length - 1 });
      ask();
    }
  }
  return {
    interactive: true,
    moves: moves(),
    onInterrupt: (handler) => (interrupt = handler),
    close: () => lines.close(),
  };
}

/** Groups lines: one typed line, or all lines of a paste. */
export async function* pastes(
  onLine: (listen: (line: string) => void) => void,
  onEnd: (ended: () => void) => void,
): AsyncGenerator<string[]> {
  let waiting: string[] = [];
  let over = false;
  let wake: (() => void) | undefined;
  onLine((line) => {
    waiting.push(line);
    wake?.();
  });
  onEnd(() => {
    over = true;
    wake?.();
  });
  while (true) {
    if (waiting.length === 0) {
      if (over) return;
      await new Promise<void>((resolve) => (wake = resolve));
      continue;
    }
    const before = waiting.length;
    await new Promise((resolve) => setTimeout(resolve, PASTE_MS));
    if (waiting.length > before && !over) continue;
    const batch = waiting;
    waiting = [];
    yield batch;
  }
}
