// The rules of ATIF v1.7: no unknown keys, steps counted from 1, results that belong to calls of the same step.
import { z } from 'zod';

const extra = z.record(z.string(), z.json()).optional();
const tokens = z.int().nonnegative().optional();
const money = z.number().nonnegative().optional();

const content = z.union([
  z.string(),
  z
    .array(
      z.discriminatedUnion('type', [
        z.strictObject({ type: z.literal('text'), text: z.string() }),
        z.strictObject({
          type: z.literal('image'),
          source: z.strictObject({
            media_type: z.enum(['image/jpeg', 'image/png', 'image/gif', 'image/webp']),
            path: z.string().min(1),
          }),
        }),
      ]),
    )
    .min(1),
]);

const metrics = z.strictObject({
  prompt_tokens: tokens,
  completion_tokens: tokens,
  cached_tokens: tokens,
  cost_usd: money,
  extra,
});

const step = z.strictObject({
  step_id: z.int().positive(),
  timestamp: z.iso.datetime({ offset: true }).optional(),
  source: z.enum(['system', 'user', 'agent']),
  message: content,
  model_name: z.string().optional(),
  reasoning_effort: z.union([z.string(), z.number()]).optional(),
  reasoning_content: z.string().optional(),
  tool_calls: z
    .array(
      z.strictObject({
        tool_call_id: z.string(),
        function_name: z.string(),
        arguments: z.record(z.string(), z.json()),
      }),
    )
    .optional(),
  observation: z
    .strictObject({
      results: z.array(z.strictObject({ source_call_id: z.string().optional(), content: content.optional() })),
    })
    .optional(),
  metrics: metrics.optional(),
  llm_call_count: z.int().nonnegative().optional(),
  extra,
});
type Step = z.infer<typeof step>;

const trajectory = z.strictObject({
  schema_version: z.literal('ATIF-v1.7'),
  session_id: z.string().optional(),
  trajectory_id: z.string(),
  agent: z.strictObject({
    name: z.string().min(1),
    version: z.string().min(1),
    model_name: z.string().optional(),
    tool_definitions: z.array(z.record(z.string(), z.json())).optional(),
    extra,
  }),
  steps: z.array(step).min(1),
  notes: z.string().optional(),
  final_metrics: z
    .strictObject({
      total_prompt_tokens: tokens,
      total_completion_tokens: tokens,
      total_cached_tokens: tokens,
      total_cost_usd: money,
      total_steps: tokens,
      extra,
    })
    .optional(),
  extra,
});

const agentOnly = [
  'model_name',
  'reasoning_effort',
  'reasoning_content',
  'tool_calls',
  'metrics',
  'llm_call_count',
] as const;

/** The violations of the rules; empty for a valid trajectory. */
export function atifFaults(value: unknown): string[] {
  const read = trajectory.safeParse(value);
  if (!read.success) return read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  const { steps, final_metrics: total } = read.data;
  const faults = steps.flatMap((each, index) => stepFaults(each, index));
  if (total?.total_steps !== undefined && total.total_steps !== steps.length) faults.push('total_steps is wrong');
  return faults;
}

function stepFaults(each: Step, index: number): string[] {
  const faults: string[] = [];
  const calls = (each.tool_calls ?? []).map(({ tool_call_id: id }) => id);
  if (each.step_id !== index + 1) faults.push(`step ${index + 1} has the number ${each.step_id}`);
  if (new Set(calls).size < calls.length) faults.push(`step ${each.step_id} has a call twice`);
  for (const { source_call_id: id } of each.observation?.results ?? []) {
    if (id !== undefined && !calls.includes(id)) faults.push(`step ${each.step_id} has no call ${id}`);
  }
  if (each.source !== 'agent') {
    faults.push(...agentOnly.filter((key) => each[key] !== undefined).map((key) => `${key} is not for ${each.source}`));
  }
  if (each.llm_call_count === 0 && (each.metrics ?? each.reasoning_content) !== undefined) {
    faults.push(`step ${each.step_id} has metrics without a call`);
  }
  return faults;
}
