// Recognises errors about a conversation that is too long. There is no standard: each service has its own message.

const patterns = [
  /context_length_exceeded|exceed_context_size_error|model_context_window_exceeded|request_too_large/,
  /maximum (context|prompt) length|context (length|window|size|limit).{0,60}exceed|exceeds?.{0,60}context (length|window|size|limit)/i,
  // Anthropic
  /prompt is too long|input is too long/i,
  // Google
  /input token count.{0,40}exceeds the maximum/i,
  // Mistral, Together, LM Studio
  /too large for model with \d+ maximum context|tokens \+ `?max_new_tokens`? must be|greater than the context length/i,
];

/** `maxTokens` is the limit of the reply: if it alone exceeds the context, the conversation is not the cause. */
export function isContextLimit(status: number, text: string, maxTokens: number | undefined): boolean {
  if (status !== 400 && status !== 413 && status !== 422) return false;
  if (!patterns.some((each) => each.test(text))) return false;
  const size = Number(/maximum context length is (\d+)/i.exec(text)?.[1] ?? Number.NaN);
  return !(maxTokens !== undefined && maxTokens >= size);
}
