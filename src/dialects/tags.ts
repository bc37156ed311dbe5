// `tags`: code is between <|execute_start|> and <|execute_end|>, fenced or not. Fences elsewhere do not run.
import type { ReplyPart } from '../core/index.ts';
import { asUserMessage, replyText, type Ambiguity, type Dialect, type ReplyReading } from './dialect.ts';
import { finalText } from './fence.ts';
import { isPython, readFences } from './fences.ts';
import { partsWithoutReasoning, withoutReasoning } from './reasoning.ts';

const START = '<|execute_start|>';
const END = '<|execute_end|>';

const block = /<\|execute_start\|>([\s\S]*?)(<\|execute_end\|>|(?=<\|execute_start\|>)|$)/g;

export const tagsDialect: Dialect = {
  name: 'tags',
  tools: [],
  stop: [END],
  read({ parts, finish }) {
    const { text, unclosed } = withoutReasoning(replyText(parts));
    const { ambiguities, ...reading } = readText(text, finish);
    return { ...reading, ambiguities: unclosed ? [...ambiguities, 'unclosed-reasoning'] : ambiguities };
  },
  remember: (parts) => closed(partsWithoutReasoning(parts)),
  respond: asUserMessage,
};

function readText(text: string, finish: string): ReplyReading {
  const ambiguities = new Set<Ambiguity>();
  const blocks = [...text.matchAll(block)];
  const programs = blocks.map(([, content = '']) => programOf(content, ambiguities)).filter((code) => code.trim());
  const outside = text.replace(block, '\n');
  const fenced = readFences(outside);
  const answers = fenced.fences.filter(({ label, content }) => label === 'answer' && content.trim());
  if (fenced.fences.some(isPython)) ambiguities.add('code-outside');
  if (programs.length === 0) {
    if (answers.length > 1) ambiguities.add('several-answers');
    return { analysis: '', steps: [], final: finalText(outside, fenced), submits: [], ambiguities: [...ambiguities] };
  }
  const last = blocks.at(-1);
  // The end tag is a stop sequence: a reply that stopped there is complete.
  if (blocks.slice(0, -1).some(([, , end]) => !end) || (!last?.[2] && finish !== 'stop')) {
    ambiguities.add('unclosed-block');
  }
  if (programs.length > 1) ambiguities.add('several-blocks');
  if (answers.length > 0) ambiguities.add('answer-beside-code');
  if (text.slice((last?.index ?? 0) + (last?.[0].length ?? 0)).trim()) ambiguities.add('text-after-code');
  const code = programs.join('\n\n');
  return {
    analysis: outside.trim(),
    steps: [{ kind: 'run', code }],
    final: undefined,
    submits: [],
    ambiguities: [...ambiguities],
  };
}

/** The program of a block: its Python fences, or all of it if it has no fences. */
function programOf(content: string, ambiguities: Set<Ambiguity>): string {
  const { fences } = readFences(content);
  if (fences.length === 0) return content.replace(/^\s*\n|\s+$/g, '');
  const run = fences.filter((fence) => isPython(fence) || fence.label === '');
  if (run.length < fences.length) ambiguities.add('other-language-not-run');
  if (run.length > 1) ambiguities.add('several-fences');
  return run.map((fence) => fence.content).join('\n\n');
}

/** Restores the end tag that the service removed as a stop sequence. */
function closed(parts: ReplyPart[]): ReplyPart[] {
  const at = parts.findLastIndex((part) => part.type === 'text');
  return parts.map((part, index) => {
    if (index !== at || part.type !== 'text' || part.text.lastIndexOf(START) <= part.text.lastIndexOf(END)) return part;
    return { ...part, text: `${part.text.trimEnd()}\n${END}` };
  });
}
