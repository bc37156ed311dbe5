// Exports a trial as an Agent Trajectory Interchange Format document (ATIF v1.7).
import { replyText, withoutReasoning } from '../dialects/index.ts';
import { sumUsage, type Event, type Json, type Usage, type ReplyPart, type UserPart } from '../core/index.ts';
import type { AtifContent, AtifMetrics, AtifPart, AtifResult, AtifStepBody, AtifTrajectory } from './atif-format.ts';
import {
  knownEvents,
  recordedRequest,
  verdictOf,
  type EventOf,
  type Recorded,
  type RecordedRequest,
} from '../record/index.ts';
import { argumentsObject, functionTool, joinedText } from './wire.ts';

export interface AtifOptions {
  /** The run of the trial, the version of PyBench, and the agent's settings. */
  readonly run: string;
  readonly version: string;
  readonly settings: Readonly<Record<string, Json>>;
  /** The path of a picture relative to the document, from its number (1, 2, …) and extension. */
  readonly picturePath: (number: number, extension: string) => string;
}

export interface AtifExport {
  readonly trajectory: AtifTrajectory;
  readonly pictures: readonly { readonly path: string; readonly bytes: Uint8Array }[];
}

/** Undefined when the model never replied. */
export function atif(events: Recorded, options: AtifOptions): AtifExport | undefined {
  const known = knownEvents(events);
  const start = known.find((event) => event.kind === 'trial-start');
  const first = known.find((event) => event.kind === 'request');
  const request = first && recordedRequest(events, first.turn);
  const turns = turnsOf(known);
  if (!start || !request || turns.length === 0) return undefined;
  const pictures = new Pictures(options.picturePath);
  const bodies = [
    ...opening(request, first.at, pictures),
    ...turns.flatMap((turn) => agentSteps(turn, request, pictures)),
  ];
  const steps = bodies.map((step, index) => ({ step_id: index + 1, ...step }));
  const trajectory: AtifTrajectory = {
    schema_version: 'ATIF-v1.7',
    session_id: options.run,
    trajectory_id: start.trial,
    agent: {
      name: `pybench/${start.agent}`,
      version: options.version,
      ...(start.model === null ? {} : { model_name: start.model }),
      ...(request.tools.length > 0 ? { tool_definitions: request.tools.map(functionTool) } : {}),
      extra: { settings: options.settings },
    },
    steps,
    final_metrics: finalMetrics(known, steps.length),
    extra: { instance: start.instance, isolation: start.isolation, python: start.python, ...verdictOf(known) },
  };
  return { trajectory, pictures: pictures.files };
}

interface Turn {
  readonly reply: EventOf<'reply'>;
  readonly observations: readonly EventOf<'observation'>[];
  /** Messages of the harness that are not part of an observation. */
  readonly notices: readonly EventOf<'notice'>[];
}

/** Each reply, with the observations and notices before the next one. */
function turnsOf(events: readonly Event[]): Turn[] {
  const starts = events.flatMap((event, index) => (event.kind === 'reply' ? [{ reply: event, index }] : []));
  return starts.map(({ reply, index }, place) => {
    const following = events.slice(index, starts[place + 1]?.index);
    const observations = following.filter((event) => event.kind === 'observation');
    const shown = new Set(
      observations.flatMap(({ parts }) => parts).map((part) => (part.type === 'text' ? part.text : '')),
    );
    const notices = following.filter((event) => event.kind === 'notice').filter(({ text }) => !shown.has(text));
    return { reply, observations, notices };
  });
}

function opening({ messages }: RecordedRequest, at: string, pictures: Pictures): AtifStepBody[] {
  return messages.flatMap((message): AtifStepBody[] => {
    if (message.role !== 'system' && message.role !== 'user') return [];
    const content = contentOf(message.parts, pictures);
    return content === '' ? [] : [{ timestamp: at, source: message.role, message: content }];
  });
}

function agentSteps(
  { reply, observations, notices }: Turn,
  request: RecordedRequest,
  pictures: Pictures,
): AtifStepBody[] {
  const { parts } = reply;
  const kept = request.dialect.remember(parts);
  const reasoning = reasoningOf(parts);
  const calls = kept.flatMap((part) => (part.type === 'tool-call' ? [part] : []));
  const results = observations.map((event): AtifResult => ({
    ...(event.call === undefined ? {} : { source_call_id: event.call }),
    content: contentOf(event.parts, pictures),
  }));
  const step: AtifStepBody = {
    timestamp: reply.at,
    source: 'agent',
    message: replyText(kept),
    ...(request.reasoningEffort === undefined ? {} : { reasoning_effort: request.reasoningEffort }),
    ...(reasoning === '' ? {} : { reasoning_content: reasoning }),
    ...(calls.length === 0
      ? {}
      : {
          tool_calls: calls.map((call) => ({
            tool_call_id: call.id,
            function_name: call.name,
            arguments: argumentsObject(call),
          })),
        }),
    ...(results.length === 0 ? {} : { observation: { results } }),
    ...metricsOf(reply.usage),
    llm_call_count: 1,
    extra: { turn: reply.turn, finish: reply.finish, latency_ms: reply.latencyMs, attempts: reply.attempts },
  };
  return [step, ...notices.map(noticeStep)];
}

function noticeStep({ at, text, reason }: EventOf<'notice'>): AtifStepBody {
  return { timestamp: at, source: 'user', message: text, extra: { reason } };
}

/** Reasoning parts, and text in <think> tags at the start of the reply. */
function reasoningOf(parts: readonly ReplyPart[]): string {
  const separate = parts.flatMap((part) => (part.type === 'reasoning' ? [part.text] : []));
  const text = replyText(parts);
  const { length } = withoutReasoning(text).text;
  const inside = text.slice(0, text.length - length).replaceAll(/<\/?(think|thinking|reasoning)>/g, '');
  return [...separate, inside.trim()].filter(Boolean).join('\n\n');
}

function metricsOf(usage: Usage): { metrics?: AtifMetrics } {
  const { inputTokens, outputTokens, cachedTokens, cost } = usage;
  const more = moreCounts(usage);
  const metrics = {
    ...count('prompt_tokens', inputTokens),
    ...count('completion_tokens', outputTokens),
    ...count('cached_tokens', cachedTokens),
    ...(cost === undefined ? {} : { cost_usd: cost }),
    ...(Object.keys(more).length === 0 ? {} : { extra: more }),
  };
  return Object.keys(metrics).length === 0 ? {} : { metrics };
}

function finalMetrics(events: readonly Event[], steps: number): AtifTrajectory['final_metrics'] {
  const replies = events.filter((event) => event.kind === 'reply');
  const usage = sumUsage(replies.map((reply) => reply.usage));
  const { inputTokens, outputTokens, cachedTokens, cost } = usage;
  const cells = events.filter((event) => event.kind === 'cell-end');
  const end = events.findLast((event) => event.kind === 'trial-end');
  return {
    ...count('total_prompt_tokens', inputTokens),
    ...count('total_completion_tokens', outputTokens),
    ...count('total_cached_tokens', cachedTokens),
    ...(cost === undefined ? {} : { total_cost_usd: cost }),
    total_steps: steps,
    extra: {
      ...moreCounts(usage),
      turns: replies.length,
      cells: cells.length,
      cells_failed: cells.filter(({ status }) => status !== 'ok').length,
      ...(end ? { wall_ms: end.wallMs } : {}),
    },
  };
}

function moreCounts({ reasoningTokens, cacheWriteTokens }: Usage) {
  return { ...count('reasoning_tokens', reasoningTokens), ...count('cache_write_tokens', cacheWriteTokens) };
}

/** The format requires integers. */
function count<K extends string>(name: K, value: number | undefined): { [key in K]?: number } {
  return value === undefined ? {} : ({ [name]: Math.round(value) } as { [key in K]: number });
}

function contentOf(parts: readonly UserPart[], pictures: Pictures): AtifContent {
  if (parts.every(({ type }) => type === 'text')) return joinedText(parts);
  return parts.map((part): AtifPart => (part.type === 'text' ? { type: 'text', text: part.text } : pictures.add(part)));
}

/** The image types that the format allows, with their file extensions. */
const extensions = new Map([
  ['image/png', 'png'],
  ['image/jpeg', 'jpg'],
  ['image/gif', 'gif'],
  ['image/webp', 'webp'],
]);

class Pictures {
  readonly files: { path: string; bytes: Uint8Array }[] = [];
  readonly #pathOf: AtifOptions['picturePath'];

  constructor(pathOf: AtifOptions['picturePath']) {
    this.#pathOf = pathOf;
  }

  add({ mime, base64 }: Extract<UserPart, { type: 'image' }>): AtifPart {
    const extension = extensions.get(mime);
    if (extension === undefined) return { type: 'text', text: `[picture left out: ${mime}]` };
    const path = this.#pathOf(this.files.length + 1, extension);
    this.files.push({ path, bytes: Buffer.from(base64, 'base64') });
    return { type: 'image', source: { media_type: mime, path } };
  }
}
