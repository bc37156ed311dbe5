// `fence`: code is fenced Python. A reply without such a fence is the final response.
import { asUserMessage, replyText, type Ambiguity, type Dialect, type ReplyReading } from './dialect.ts';
import { isPython, readFences, type Fence, type Fenced } from './fences.ts';
import { partsWithoutReasoning, withoutReasoning } from './reasoning.ts';

export const fenceDialect: Dialect = {
  name: 'fence',
  tools: [],
  stop: [],
  read({ parts }) {
    const { text, unclosed } = withoutReasoning(replyText(parts));
    const reading = readText(text);
    return unclosed ? { ...reading, ambiguities: [...reading.ambiguities, 'unclosed-reasoning'] } : reading;
  },
  remember: partsWithoutReasoning,
  respond: asUserMessage,
};

function readText(text: string): ReplyReading {
  const fenced = readFences(text);
  const filled = fenced.fences.filter(({ content }) => content.trim() !== '');
  const answers = filled.filter(({ label }) => label === 'answer');
  const labelled = filled.filter(isPython);
  const bare = filled.filter(({ label }) => label === '');
  // Beside labelled code or an answer, a fence without a label is more likely an output than a program.
  const run = labelled.length > 0 ? labelled : answers.length > 0 ? [] : bare;
  const ambiguities: Ambiguity[] = [];
  const note = (what: Ambiguity, holds: boolean) => {
    if (holds) ambiguities.push(what);
  };
  note('several-fences', run.length > 1);
  note('untagged-fence', run.length > 0 && run === bare);
  note('untagged-fence-not-run', bare.length > 0 && run !== bare);
  note('other-language-not-run', filled.length > answers.length + labelled.length + bare.length);
  note(
    'unclosed-fence',
    [...run, ...answers].some(({ closed }) => !closed),
  );
  note('answer-beside-code', run.length > 0 && answers.length > 0);
  note('several-answers', run.length === 0 && answers.length > 1);
  note('text-after-code', run.length > 0 && fenced.after !== '');
  if (run.length === 0) return { analysis: '', steps: [], final: finalText(text, fenced), submits: [], ambiguities };
  const code = run.map(({ content }) => content).join('\n\n');
  return { analysis: fenced.outside, steps: [{ kind: 'run', code }], final: undefined, submits: [], ambiguities };
}

/** The final response; an answer block without its end gets one. */
export function finalText(text: string, { fences }: Pick<Fenced, 'fences'>): string {
  const last: Fence | undefined = fences.at(-1);
  if (last?.label !== 'answer' || last.closed) return text.trim();
  const marker = [...text.matchAll(/^[ \t]*(`{3,}|~{3,})[ \t]*answer/gim)].at(-1)?.[1] ?? '```';
  return `${text.trimEnd()}\n${marker}`.trim();
}
