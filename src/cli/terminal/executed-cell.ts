// One cell that was executed: for programs as plain data, for a person as text in the order in which it came.
import type { CellOutput, CellStatus } from '../../core/index.ts';
import type { CellResult } from '../../interpreter/index.ts';
import { colors } from '../../system/index.ts';

export interface ExecutedCell {
  readonly code: string;
  readonly status: CellStatus;
  readonly stdout: string;
  readonly stderr: string;
  /** The last expression's value as text. */
  readonly result: string | null;
  readonly error: { readonly name: string; readonly value: string; readonly traceback: string } | null;
  /** PNG pictures as base64. */
  readonly figures: readonly string[];
  readonly ms: number;
}

export function executedCell(code: string, { status, reason, outputs, wallMs }: CellResult): ExecutedCell {
  const text = (name: 'stdout' | 'stderr') =>
    outputs.map((output) => (output.type === 'stream' && output.name === name ? output.text : '')).join('');
  const raised = outputs.find((output) => output.type === 'error');
  const result = outputs.find((output) => output.type === 'result');
  // Why the interpreter ended a cell says more than the KeyboardInterrupt by which it did.
  const name = { timeout: 'Timeout', crashed: 'Crash', ok: '', error: '' }[status];
  return {
    code,
    status,
    stdout: text('stdout'),
    stderr: text('stderr'),
    result: result?.data['text/plain'] ?? null,
    error: reason
      ? { name, value: reason, traceback: raised?.traceback ?? '' }
      : raised
        ? { name: raised.name, value: raised.value, traceback: raised.traceback }
        : null,
    figures: outputs.flatMap((output) =>
      (output.type === 'display' || output.type === 'result') && output.data['image/png']
        ? [output.data['image/png']]
        : [],
    ),
    ms: Math.round(wallMs * 1000) / 1000,
  };
}

/** What a person sees of an output, and on which stream. */
export function showOutput(output: CellOutput): { stream: 'stdout' | 'stderr'; text: string } {
  switch (output.type) {
    case 'stream':
      return { stream: output.name, text: output.name === 'stderr' ? dim(output.text) : output.text };
    case 'error':
      return { stream: 'stderr', text: `${colors.red(output.traceback.trimEnd())}\n` };
    case 'display':
    case 'result': {
      const { 'image/png': picture, 'text/plain': plain = '' } = output.data;
      // Beside its picture, the name of an object says nothing; a formula's text does.
      const text = picture && /^<.*>$/.test(plain) ? '' : plain;
      return { stream: 'stdout', text: [text, picture ? pictureNote(picture) : ''].filter(Boolean).join('\n') + '\n' };
    }
  }
}

/** Line by line: a style that spans lines leaks into whatever a terminal prints between them. */
function dim(text: string): string {
  return text.replace(/[^\n\r]+/g, (line) => colors.dim(line));
}

/** The size of a PNG stands at a fixed place of its header. */
function pictureNote(base64: string): string {
  const header = Buffer.from(base64.slice(0, 64), 'base64');
  if (header.length < 24 || header.toString('latin1', 1, 4) !== 'PNG') return '[figure]';
  return `[figure ${header.readUInt32BE(16)}×${header.readUInt32BE(20)}]`;
}
