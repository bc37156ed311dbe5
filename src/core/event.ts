// The events of a trial, in order. They are the source; rows, notebooks and reports are derived from them.
import { z } from 'zod';
import { checkResultSchema } from './check.ts';
import { dialectNameSchema } from './dialect-name.ts';
import { trialIdSchema } from './ids.ts';
import {
  finishReasons,
  replyPartSchema,
  requestParametersSchema,
  sentMessageSchema,
  toolSchema,
  userPartSchema,
} from './message.ts';
import { outcomeSchema } from './outcome.ts';
import { levels } from './task.ts';
import { usageSchema } from './usage.ts';

export const EVENT_VERSION = 1;

/** What a cell displays of a value, by MIME type; binary types as base64, as in notebooks. */
const mimeBundleSchema = z.record(z.string(), z.string());
export type MimeBundle = z.infer<typeof mimeBundleSchema>;

export const cellOutputSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('stream'), name: z.enum(['stdout', 'stderr']), text: z.string() }),
  z.object({ type: z.literal('result'), data: mimeBundleSchema }),
  z.object({ type: z.literal('display'), data: mimeBundleSchema }),
  z.object({ type: z.literal('error'), name: z.string(), value: z.string(), traceback: z.string() }),
]);
export type CellOutput = z.infer<typeof cellOutputSchema>;

/**
 * `error`: the code raised an exception. `timeout`: the cell exceeded its time limit. `crashed`: the interpreter
 * exited.
 */
const cellStatuses = ['ok', 'error', 'timeout', 'crashed'] as const;
export type CellStatus = (typeof cellStatuses)[number];

const outputFileSchema = z.object({ path: z.string(), size: z.int(), digest: z.string() });
export type OutputFile = z.infer<typeof outputFileSchema>;

const bodies = [
  z.object({
    kind: z.literal('trial-start'),
    trial: trialIdSchema,
    agent: z.string(),
    model: z.string().nullable(),
    instance: z.string(),
    level: z.enum(levels),
    skills: z.array(z.string()),
    isolation: z.string(),
    python: z.string(),
    image: z.string().nullable(),
    query: z.string(),
  }),
  z.object({
    kind: z.literal('request'),
    turn: z.int(),
    /** Version 0.1 did not record it. */
    dialect: dialectNameSchema.optional(),
    /**
     * How many messages of the previous request are kept; `messages` follow them. `requestAt` rebuilds the whole
     * request.
     */
    earlier: z.int().default(0),
    messages: z.array(sentMessageSchema).readonly(),
    parameters: requestParametersSchema,
    tools: z.array(toolSchema).readonly(),
  }),
  z.object({
    kind: z.literal('reply'),
    turn: z.int(),
    parts: z.array(replyPartSchema).readonly(),
    finish: z.enum(finishReasons),
    usage: usageSchema,
    latencyMs: z.number(),
    attempts: z.int(),
  }),
  /** The parts of a reply that were ambiguous. */
  z.object({ kind: z.literal('ambiguity'), turn: z.int(), what: z.array(z.string()) }),
  z.object({ kind: z.literal('cell-start'), cell: z.int(), code: z.string() }),
  z.object({ kind: z.literal('cell-output'), cell: z.int(), output: cellOutputSchema }),
  z.object({
    kind: z.literal('cell-end'),
    cell: z.int(),
    status: z.enum(cellStatuses),
    reason: z.string().optional(),
    cpuMs: z.number(),
    wallMs: z.number(),
    memoryBytes: z.number().nullable(),
  }),
  /** `call`: the tool call that this observation answers. */
  z.object({
    kind: z.literal('observation'),
    turn: z.int(),
    parts: z.array(userPartSchema).readonly(),
    call: z.string().optional(),
  }),
  z.object({ kind: z.literal('notice'), text: z.string(), reason: z.string() }),
  z.object({ kind: z.literal('answer'), response: z.string(), block: z.string().nullable() }),
  z.object({
    kind: z.literal('outputs'),
    files: z.array(outputFileSchema),
    /** What was not collected from ./output, and why: links, devices, files beyond the limits. */
    left: z.array(z.object({ path: z.string(), reason: z.string() })),
    inputsIntact: z.boolean(),
  }),
  z.object({ kind: z.literal('check'), result: checkResultSchema }),
  z.object({
    kind: z.literal('trial-end'),
    outcome: outcomeSchema,
    score: z.union([z.literal(0), z.literal(1)]).nullable(),
    wallMs: z.number(),
  }),
] as const;

const stamp = { v: z.literal(EVENT_VERSION), seq: z.int(), at: z.string() };

const eventBodySchema = z.discriminatedUnion('kind', bodies);
export type EventBody = z.infer<typeof eventBodySchema>;
export type EventKind = EventBody['kind'];

export type Event = EventBody & { v: typeof EVENT_VERSION; seq: number; at: string };
/** An event of a kind that this version does not know. It is stored but not interpreted. */
export interface UnknownEvent {
  readonly v: number;
  readonly seq: number;
  readonly at: string;
  readonly kind: string;
  readonly [key: string]: unknown;
}

const knownKinds = new Set<string>(bodies.map((body) => body.shape.kind.value));
const stampSchema = z.object(stamp);
const unknownEventSchema = z.looseObject({ v: z.number(), seq: z.int(), at: z.string(), kind: z.string() });

/** Parses one line of an event log. Throws on a malformed event of a known kind. */
export function parseEvent(line: string): Event | UnknownEvent {
  const raw: unknown = JSON.parse(line);
  const event = unknownEventSchema.parse(raw);
  if (!knownKinds.has(event.kind) || event.v !== EVENT_VERSION) return event;
  return { ...stampSchema.parse(raw), ...eventBodySchema.parse(raw) };
}

/**
 * The last try in a log, which is the one that counts: a trial restarts in the same log after an interruption or a
 * machine fault.
 */
export function lastTry<T extends Event | UnknownEvent>(events: readonly T[]): T[] {
  return events.slice(
    Math.max(
      0,
      events.findLastIndex(({ kind }) => kind === 'trial-start'),
    ),
  );
}

/** The complete lines of a log: a killed process may leave an incomplete last line. */
export function wholeLines(text: string): string[] {
  return text.split('\n').slice(0, -1).filter(Boolean);
}

export function isKnownEvent(event: Event | UnknownEvent): event is Event {
  return event.v === EVENT_VERSION && knownKinds.has(event.kind);
}
