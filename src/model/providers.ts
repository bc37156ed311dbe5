// The providers as data: address, variables of the key, and differences from the family.

/** The API of a provider; `src/model/<family>.ts` implements it. */
type Family = 'openai' | 'anthropic' | 'google' | 'compatible' | 'exec' | 'replay' | 'human';

export interface Provider {
  readonly name: string;
  readonly family: Family;
  readonly baseUrl?: string;
  /** The variable that overrides the base URL. */
  readonly urlVariable?: string;
  /** The variables of the key, the usual one first. */
  readonly keys: readonly string[];
  readonly keyNeeded: boolean;
  /** The service refuses `reasoning_content` in requests. */
  readonly dropsReasoning?: boolean;
  /** The service always sends usage at the end of a stream, and refuses the option that asks for it. */
  readonly usageUnasked?: boolean;
  /** An example of the part after the slash. */
  readonly example: string;
}

const hosted = (name: string, baseUrl: string, keys: readonly string[], example: string): Provider => ({
  name,
  family: 'compatible',
  baseUrl,
  keys,
  keyNeeded: true,
  example,
});

const local = (name: string, port: number, example: string): Provider => ({
  name,
  family: 'compatible',
  baseUrl: `http://localhost:${port}/v1`,
  keys: [`${name.toUpperCase()}_API_KEY`],
  keyNeeded: false,
  example,
});

const own = (name: 'exec' | 'replay' | 'human', example: string): Provider => ({
  name,
  family: name,
  keys: [],
  keyNeeded: false,
  example,
});

export const providers: readonly Provider[] = [
  {
    name: 'openai',
    family: 'openai',
    baseUrl: 'https://api.openai.com/v1',
    urlVariable: 'OPENAI_BASE_URL',
    keys: ['OPENAI_API_KEY'],
    keyNeeded: true,
    example: 'gpt-5',
  },
  {
    name: 'anthropic',
    family: 'anthropic',
    baseUrl: 'https://api.anthropic.com/v1',
    urlVariable: 'ANTHROPIC_BASE_URL',
    keys: ['ANTHROPIC_API_KEY'],
    keyNeeded: true,
    example: 'claude-sonnet-4-5',
  },
  {
    name: 'google',
    family: 'google',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
    keys: ['GEMINI_API_KEY', 'GOOGLE_API_KEY', 'GOOGLE_GENERATIVE_AI_API_KEY'],
    keyNeeded: true,
    example: 'gemini-2.5-pro',
  },
  hosted('openrouter', 'https://openrouter.ai/api/v1', ['OPENROUTER_API_KEY'], 'qwen/qwen3-coder'),
  {
    ...hosted('mistral', 'https://api.mistral.ai/v1', ['MISTRAL_API_KEY'], 'mistral-large-latest'),
    dropsReasoning: true,
    usageUnasked: true,
  },
  hosted('deepseek', 'https://api.deepseek.com/v1', ['DEEPSEEK_API_KEY'], 'deepseek-chat'),
  { ...hosted('xai', 'https://api.x.ai/v1', ['XAI_API_KEY'], 'grok-4'), dropsReasoning: true },
  {
    ...hosted('groq', 'https://api.groq.com/openai/v1', ['GROQ_API_KEY'], 'openai/gpt-oss-120b'),
    dropsReasoning: true,
  },
  hosted('together', 'https://api.together.xyz/v1', ['TOGETHER_API_KEY', 'TOGETHER_AI_API_KEY'], 'Qwen/Qwen3-Coder'),
  local('vllm', 8000, 'meta-llama/Llama-3.1-8B-Instruct'),
  local('ollama', 11434, 'qwen3:8b'),
  local('lmstudio', 1234, 'qwen3-8b'),
  local('llamacpp', 8080, 'any'),
  {
    name: 'openai-compatible',
    family: 'compatible',
    keys: ['OPENAI_COMPATIBLE_API_KEY'],
    keyNeeded: false,
    example: 'MODEL --base-url http://host:8000/v1',
  },
  own('exec', './my-model.sh'),
  own('replay', 'runs/RUN'),
  own('human', ''),
];
