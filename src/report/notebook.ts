// A trial as a Jupyter notebook (nbformat 4.5): a projection of its events.
import type { CellOutput, Event, MimeBundle } from '../core/index.ts';

type NotebookOutput =
  | { output_type: 'stream'; name: string; text: string[] }
  | { output_type: 'execute_result'; execution_count: number; data: Record<string, unknown>; metadata: object }
  | { output_type: 'display_data'; data: Record<string, unknown>; metadata: object }
  | { output_type: 'error'; ename: string; evalue: string; traceback: string[] };

type NotebookCell =
  | { cell_type: 'markdown'; id: string; metadata: object; source: string[] }
  | {
      cell_type: 'code';
      id: string;
      metadata: object;
      execution_count: number;
      source: string[];
      outputs: NotebookOutput[];
    };

export function notebook(events: readonly Event[]): string {
  const cells: NotebookCell[] = [];
  const verdicts: object[] = [];
  const metadata: Record<string, unknown> = {};
  const say = (text: string) =>
    cells.push({ cell_type: 'markdown', id: `text-${cells.length}`, metadata: {}, source: lines(text) });
  for (const event of events) {
    switch (event.kind) {
      case 'trial-start':
        Object.assign(metadata, { trial: event.trial, agent: event.agent, model: event.model });
        metadata['python'] = event.python;
        say(event.query);
        break;
      case 'cell-start':
        cells.push({
          cell_type: 'code',
          id: `cell-${event.cell}-${event.seq}`,
          metadata: {},
          execution_count: event.cell,
          source: lines(event.code),
          outputs: [],
        });
        break;
      case 'cell-output': {
        const cell = cells.findLast((each) => each.cell_type === 'code');
        cell?.outputs.push(notebookOutput(event.output, event.cell));
        break;
      }
      case 'notice':
        say(`*${event.text}*`);
        break;
      case 'answer':
        say(event.response);
        break;
      case 'check':
        verdicts.push({ name: event.result.name, ok: event.result.ok, message: event.result.message });
        break;
      case 'trial-end':
        metadata['outcome'] = event.outcome;
        break;
      default:
        break;
    }
  }
  const { python, ...pybench } = metadata;
  const book = {
    nbformat: 4,
    nbformat_minor: 5,
    metadata: {
      kernelspec: { name: 'python3', display_name: 'Python 3', language: 'python' },
      language_info: { name: 'python', version: python ?? '' },
      pybench: { ...pybench, checks: verdicts },
    },
    cells,
  };
  return `${JSON.stringify(book, null, 1)}\n`;
}

function notebookOutput(output: CellOutput, count: number): NotebookOutput {
  switch (output.type) {
    case 'stream':
      return { output_type: 'stream', name: output.name, text: lines(output.text) };
    case 'result':
      return { output_type: 'execute_result', execution_count: count, data: bundle(output.data), metadata: {} };
    case 'display':
      return { output_type: 'display_data', data: bundle(output.data), metadata: {} };
    case 'error':
      return {
        output_type: 'error',
        ename: output.name,
        evalue: output.value,
        traceback: output.traceback.split('\n'),
      };
  }
}

/** Text as lists of lines, as notebooks keep it; binary kinds as they are. */
function bundle(data: MimeBundle): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(data).map(([mime, value]) => [
      mime,
      mime.startsWith('text/') || mime.endsWith('xml') ? lines(value) : value,
    ]),
  );
}

function lines(text: string): string[] {
  return text === '' ? [] : text.split(/(?<=\n)/);
}
