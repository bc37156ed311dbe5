// A trial as a Jupyter notebook (nbformat 4.5): the query, the model's replies, the cells, and the verdict as metadata.
import {
  notebookJson,
  notebookLines,
  type CellOutput,
  type Event,
  type Json,
  type MimeBundle,
  type Notebook,
  type NotebookCell,
  type NotebookOutput,
} from '../core/index.ts';
import { dialectOf, verdictOf, type EventOf } from './conversation.ts';

export function notebook(events: readonly Event[]): string {
  const start = events.find((event) => event.kind === 'trial-start');
  const { trial, agent, model } = start ?? {};
  const book: Notebook = {
    nbformat: 4,
    nbformat_minor: 5,
    metadata: {
      kernelspec: { name: 'python3', display_name: 'Python 3', language: 'python' },
      language_info: { name: 'python', version: start?.python ?? '' },
      // The conversion to JSON removes undefined values.
      pybench: JSON.parse(JSON.stringify({ trial, agent, model, ...verdictOf(events) })) as Json,
    },
    cells: cellsOf(events),
  };
  return `${JSON.stringify(notebookJson(book), null, 1)}\n`;
}

function cellsOf(events: readonly Event[]): NotebookCell[] {
  const cells: NotebookCell[] = [];
  let lastSaid = '';
  const say = (text: string) => {
    lastSaid = text;
    if (text.trim()) cells.push({ cell_type: 'markdown', id: `text-${cells.length}`, metadata: {}, source: text });
  };
  for (const [index, event] of events.entries()) {
    switch (event.kind) {
      case 'trial-start':
        say(event.query);
        break;
      case 'reply':
        say(wordsOf(event, events.slice(0, index), events.slice(index + 1)));
        break;
      case 'cell-start':
        cells.push({
          cell_type: 'code',
          id: `cell-${event.cell}-${event.seq}`,
          metadata: {},
          execution_count: event.cell,
          source: event.code,
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
        // A model's answer is its last reply, which is already in the notebook.
        if (event.response !== lastSaid) say(event.response);
        break;
      default:
        break;
    }
  }
  return cells;
}

/** The text of a reply without the code that follows as cells. Code that was never run is shown as text. */
function wordsOf(reply: EventOf<'reply'>, before: readonly Event[], after: readonly Event[]): string {
  const request = before.findLast((event) => event.kind === 'request');
  if (!request) return '';
  const { analysis, final, steps } = dialectOf(request).read({ parts: reply.parts, finish: 'stop' });
  if (final !== undefined) return final;
  const next = after.find(({ kind }) => kind === 'cell-start' || kind === 'reply');
  const codes = next?.kind === 'cell-start' ? [] : steps.flatMap((step) => (step.kind === 'run' ? [step.code] : []));
  return [analysis, ...codes.map((code) => `\`\`\`python\n${code}\n\`\`\``)].filter(Boolean).join('\n\n');
}

function notebookOutput(output: CellOutput, count: number): NotebookOutput {
  switch (output.type) {
    case 'stream':
      return { output_type: 'stream', name: output.name, text: output.text };
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

function bundle(data: MimeBundle): Record<string, Json> {
  return Object.fromEntries(Object.entries(data).map(([mime, value]) => [mime, shown(mime, value)]));
}

/** A value in notebook format: text as a list of lines, JSON as a value, binary types unchanged. */
function shown(mime: string, value: string): Json {
  if (/^application\/(.*\+)?json$/.test(mime)) return parsed(value);
  return mime.startsWith('text/') || mime.endsWith('xml') ? notebookLines(value) : value;
}

function parsed(json: string): Json {
  try {
    return JSON.parse(json) as Json;
  } catch {
    return json;
  }
}
