// `tools`: native function calling. `python` runs code; `submit`, or a reply without a call, ends the trial.
import type { Json, ReplyPart, Tool, ToolCall } from '../core/index.ts';
import { asAnswerBlock } from './answer-block.ts';
import { argumentsOf, codeOf } from './arguments.ts';
import {
  textPart,
  asUserMessage,
  replyText,
  type Ambiguity,
  type Call,
  type Dialect,
  type Step,
  type ToModel,
} from './dialect.ts';
import { finalText } from './fence.ts';
import { isPython, readFences } from './fences.ts';
import { partsWithoutReasoning, withoutReasoning } from './reasoning.ts';

const tools: readonly Tool[] = [
  {
    name: 'python',
    description:
      'Runs Python code as a notebook cell. Variables stay from call to call. Returns what it printed, the value of its last expression, figures, and the traceback of an error.',
    parameters: {
      type: 'object',
      properties: { code: { type: 'string', description: 'The code of the cell.' } },
      required: ['code'],
      additionalProperties: false,
    },
  },
  {
    name: 'submit',
    description: 'Submits the final response and ends the work. Call it alone, once everything is done.',
    parameters: {
      type: 'object',
      properties: {
        answer: {
          type: 'object',
          description: 'The JSON object of the answer block, when the task asks for one.',
          additionalProperties: true,
        },
        response: { type: 'string', description: 'The final response in words.' },
      },
      required: ['response'],
      additionalProperties: false,
    },
  },
];

/** For services whose tool results have no pictures: the text before pictures that follow in a user message. */
export const picturesTitle = (tool: string): string => `Pictures from the result of ${tool}:`;

/** The arguments of a call that are no JSON object, as an object, for services that accept nothing else. */
export const malformedArguments = (raw: string): Json => ({ malformed_arguments: raw });

export const toolsDialect: Dialect = {
  name: 'tools',
  tools,
  stop: [],
  read({ parts }) {
    const ambiguities = new Set<Ambiguity>();
    const { text, unclosed } = withoutReasoning(replyText(parts));
    if (unclosed) ambiguities.add('unclosed-reasoning');
    const calls = parts.filter((part) => part.type === 'tool-call');
    const submits = calls.filter(({ name }) => name === 'submit');
    const alone = submits.length > 0 && submits.length === calls.length;
    if (submits.length > 0 && !alone) ambiguities.add('answer-beside-code');
    if (submits.length > 1) ambiguities.add('several-answers');
    if (calls.length === 0 || alone) {
      const fenced = readFences(text);
      if (fenced.fences.some(isPython)) ambiguities.add('code-outside');
      const submitted = submits.at(-1);
      const written = finalText(text, fenced);
      const final = submitted ? responseOf(submitted, written, ambiguities) : written;
      return { analysis: '', steps: [], final, submits: submits.map(callOf), ambiguities: [...ambiguities] };
    }
    const steps = calls.map((call) => stepOf(call, ambiguities));
    return { analysis: text.trim(), steps, final: undefined, submits: [], ambiguities: [...ambiguities] };
  },
  remember: (parts) => partsWithoutReasoning(parts).map(readable),
  respond(results, notices) {
    const called = results.flatMap(({ step, parts }) => (step.call ? [{ call: step.call, parts }] : []));
    const last = called.at(-1);
    if (!last) return asUserMessage(results, notices);
    return called.map(({ call, parts }): ToModel => ({
      role: 'tool',
      ...call,
      parts: [...parts, ...(call === last.call ? notices.map(textPart) : [])],
    }));
  },
};

function callOf({ id, name }: ToolCall): Call {
  return { id, name };
}

function stepOf(call: ToolCall, ambiguities: Set<Ambiguity>): Step {
  const source = callOf(call);
  if (call.name === 'submit') return { kind: 'objection', why: 'submit-beside-code', call: source };
  if (call.name !== 'python') return { kind: 'objection', why: 'unknown-tool', call: source };
  const read = codeOf(call);
  if (!read) return { kind: 'objection', why: 'malformed-call', call: source };
  if (read.ambiguity) ambiguities.add(read.ambiguity);
  return { kind: 'run', code: read.code, call: source };
}

/** The final response of a call of `submit`: its words, then its answer as an answer block. */
function responseOf(call: ToolCall, written: string, ambiguities: Set<Ambiguity>): string {
  const { value, ambiguity } = argumentsOf(call);
  if (ambiguity) ambiguities.add(ambiguity);
  if (value === undefined || value === null || typeof value !== 'object' || Array.isArray(value)) {
    return typeof value === 'string' ? value.trim() : written;
  }
  const { response, answer } = value;
  const words = typeof response === 'string' ? response.trim() : written;
  return [words, answerText(answer)].filter(Boolean).join('\n\n') || written || 'Done.';
}

function answerText(answer: Json | undefined): string {
  if (answer === undefined || answer === null) return '';
  const json = typeof answer === 'string' ? answer.trim() : JSON.stringify(answer);
  return json && json !== '{}' ? asAnswerBlock(json) : '';
}

/** The call with repaired arguments, as it stays in the conversation: services refuse arguments that are not JSON. */
function readable(part: ReplyPart): ReplyPart {
  if (part.type !== 'tool-call' || (part.input !== null && typeof part.input === 'object')) return part;
  const read = part.name === 'python' ? codeOf(part) : undefined;
  const { value } = argumentsOf(part);
  const object = value !== null && typeof value === 'object' && !Array.isArray(value) ? value : undefined;
  return { ...part, input: read ? { code: read.code } : (object ?? { arguments: part.raw }) };
}
