// An agent as data: what it is and every setting that shapes its results. `run.json` stores it.
import { z } from 'zod';
import { defined } from '../defined.ts';
import { dialectNameSchema } from '../dialect-name.ts';
import type { Json } from '../json.ts';

export const DEFAULT_TURNS = 10;
export const DEFAULT_EXEC_SECONDS = 1800;

/** Whether figures go to the model as pictures. `auto`: if the model takes pictures. */
export const visions = ['auto', 'on', 'off'] as const;
export type Vision = (typeof visions)[number];

/** Agents that submit something without doing the work. */
export const noWorkNames = [
  'null',
  'touch',
  'copy',
  'echo',
  'constant',
  'list-everything',
  'blank',
  'one-column',
  'other-seed',
] as const;
export type NoWorkName = (typeof noWorkNames)[number];

const parametersSchema = z.strictObject({
  temperature: z.number().exactOptional(),
  maxTokens: z.int().positive().exactOptional(),
  seed: z.int().exactOptional(),
  /** In the words of the model's service: low, medium, high. */
  reasoningEffort: z.string().exactOptional(),
});

/** A model that works in a Python interpreter. Settings that are left out get their defaults when the run starts. */
const interpreterSpecSchema = z.strictObject({
  kind: z.literal('interpreter'),
  /** `provider/model`. */
  model: z.string().min(1),
  /** In place of the provider's own address. An address with a secret in it is an option of the launch instead. */
  baseUrl: z
    .url()
    .refine((address) => !hasSecret(address), { error: 'must not hold a user name, a password or a query' })
    .optional(),
  dialect: dialectNameSchema.optional(),
  maxTurns: z.int().positive().optional(),
  vision: z.enum(visions).optional(),
  /** In place of PyBench's own, in every language. */
  systemPrompt: z.string().optional(),
  parameters: parametersSchema.default({}),
});
export type InterpreterSpec = z.infer<typeof interpreterSpecSchema>;

export const agentSpecSchema = z.discriminatedUnion('kind', [
  interpreterSpecSchema,
  /** Plays a program of the task's folder: `reference`, `also-sql`, `wrong-first`, `half-guess`. */
  z.strictObject({ kind: z.literal('program'), program: z.string().regex(/^(reference|(also|wrong|half)-[\w-]+)$/) }),
  z.strictObject({ kind: z.literal('no-work'), name: z.enum(noWorkNames) }),
  /** Tries to break the sandbox, the harness or a verifier. */
  z.strictObject({ kind: z.literal('hostile'), name: z.string().min(1) }),
  /** Any program that works in a folder: on this machine, or in a sandbox. */
  z.strictObject({
    kind: z.literal('exec'),
    command: z.string().min(1),
    /** The time limit of a program outside the sandbox; inside it, the limits of a cell apply. */
    timeoutSeconds: z.number().positive().optional(),
    sandboxed: z.boolean().default(false),
  }),
  /** A person who plays a task in the terminal. */
  z.strictObject({ kind: z.literal('human') }),
  /** An agent object that a program passes to the API. */
  z.strictObject({ kind: z.literal('custom'), name: z.string().min(1) }),
]);
export type AgentSpec = z.infer<typeof agentSpecSchema>;
export type AgentSpecOf<K extends AgentSpec['kind']> = Extract<AgentSpec, { kind: K }>;

/** Whether an address may hold a key. Such an address is never recorded. */
export function hasSecret(address: string): boolean {
  const { username, password, search } = new URL(address);
  return username !== '' || password !== '' || search !== '';
}

/** The name of the agent's model; null when there is no model. */
export function modelOf(spec: AgentSpec): string | null {
  return spec.kind === 'interpreter' ? spec.model : null;
}

/** The settings of an agent as a flat list, for people and for comparisons. */
export function agentSettings(spec: AgentSpec): Record<string, Json> {
  if (spec.kind === 'exec') {
    const { sandboxed, timeoutSeconds } = spec;
    return sandboxed ? { sandboxed } : recordOf({ timeoutSeconds });
  }
  if (spec.kind !== 'interpreter') return {};
  const { dialect, maxTurns, vision, parameters, systemPrompt, baseUrl } = spec;
  return recordOf({ dialect, maxTurns, vision, ...parameters, systemPrompt, baseUrl });
}

function recordOf(settings: Record<string, Json | undefined>): Record<string, Json> {
  return defined(settings) as Record<string, Json>;
}
