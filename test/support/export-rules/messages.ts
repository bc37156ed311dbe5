// The rules for a line of OpenAI messages: the strictest ones of all services that accept such lines for training.
import { z } from 'zod';

const text = z.string();
const contentPart = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), text }),
  z.strictObject({
    type: z.literal('image_url'),
    image_url: z.strictObject({ url: z.string().regex(/^data:image\/(png|jpeg|webp|gif);base64,[\w+/]+=*$/) }),
  }),
]);

const call = z.strictObject({
  id: z.string().min(1),
  type: z.literal('function'),
  function: z.strictObject({
    name: z.string().min(1),
    arguments: z.string().refine(isObject, { error: 'no JSON object' }),
  }),
});

const message = z.discriminatedUnion('role', [
  z.strictObject({ role: z.literal('system'), content: text.min(1) }),
  z.strictObject({ role: z.literal('user'), content: z.union([text.min(1), z.array(contentPart).min(1)]) }),
  z.strictObject({
    role: z.literal('assistant'),
    content: text.min(1).nullable(),
    tool_calls: z.array(call).min(1).optional(),
  }),
  z.strictObject({ role: z.literal('tool'), tool_call_id: z.string(), content: text.min(1) }),
]);
type ChatMessage = z.infer<typeof message>;

const example = z.strictObject({
  messages: z.array(message).min(2),
  tools: z
    .array(
      z.strictObject({
        type: z.literal('function'),
        function: z.strictObject({
          name: z.string(),
          description: z.string(),
          parameters: z.looseObject({ type: z.literal('object') }),
        }),
      }),
    )
    .min(1)
    .optional(),
});

/** The violations of the rules; empty for a valid line. */
export function messagesFaults(value: unknown): string[] {
  const read = example.safeParse(value);
  if (!read.success) return read.error.issues.map(({ path, message: what }) => `${path.join('.')}: ${what}`);
  const { messages, tools } = read.data;
  const faults = messages.flatMap((each, index) => orderFaults(each, messages.slice(0, index)));
  if (messages.at(-1)?.role !== 'assistant') faults.push('the last message is not the model’s');
  if (!tools && messages.some((each) => each.role === 'tool')) faults.push('a tool spoke where there are none');
  return faults;
}

function orderFaults(each: ChatMessage, before: readonly ChatMessage[]): string[] {
  const last = before.at(-1);
  const faults: string[] = [];
  const open = openCalls(before);
  if (each.role === 'system' && last) faults.push('a system message that is not the first one');
  if (each.role === 'assistant' && each.content === null && !each.tool_calls) faults.push('an empty reply');
  if (each.role === 'tool' && !open.includes(each.tool_call_id)) faults.push(`no open call ${each.tool_call_id}`);
  if (each.role !== 'tool' && open.length > 0) faults.push(`no result for ${open.join(', ')}`);
  if ((each.role === 'user' || each.role === 'assistant') && last?.role === each.role)
    faults.push(`${each.role} twice`);
  return faults;
}

/** Calls of the last reply that no result has answered. */
function openCalls(messages: readonly ChatMessage[]): string[] {
  const at = messages.findLastIndex(({ role }) => role === 'assistant');
  const reply = messages[at];
  const answered = messages.slice(at + 1).flatMap((each) => (each.role === 'tool' ? [each.tool_call_id] : []));
  const calls = reply?.role === 'assistant' ? (reply.tool_calls ?? []) : [];
  return calls.map(({ id }) => id).filter((id) => !answered.includes(id));
}

function isObject(json: string): boolean {
  try {
    const value: unknown = JSON.parse(json);
    return value !== null && typeof value === 'object' && !Array.isArray(value);
  } catch {
    return false;
  }
}
