// One short call that checks whether a model replies.
import { ModelFault, type Model } from './model.ts';

export interface ModelProbe {
  readonly ok: boolean;
  readonly latencyMs: number | null;
  readonly outputTokens: number | null;
  /** The fault, in one line. */
  readonly problem: string | null;
}

/** Asks for one token; the minimum of OpenAI is 16. */
export async function checkModel(model: Model, signal: AbortSignal): Promise<ModelProbe> {
  const request = {
    system: '',
    messages: [{ role: 'user' as const, parts: [{ type: 'text' as const, text: 'Say "ok".' }] }],
    tools: [],
    parameters: { maxTokens: model.name.startsWith('openai/') ? 16 : 1 },
  };
  try {
    const { latencyMs, usage } = await model.complete(request, { trial: 'check', turn: 1, signal });
    return { ok: true, latencyMs, outputTokens: usage.outputTokens ?? null, problem: null };
  } catch (error) {
    if (!(error instanceof ModelFault)) throw error;
    return { ok: false, latencyMs: null, outputTokens: null, problem: `${error.kind}: ${error.message}` };
  }
}
