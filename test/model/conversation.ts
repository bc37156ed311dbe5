// Shared by the tests of providers: a request with a picture, a tool, and models that call the loopback server.
import type { ModelRequest } from '../../src/core/index.ts';
import { parseModel, type CallContext, type Model, type ModelOptions } from '../../src/model/index.ts';
import type { ModelServer } from '../support/model-server.ts';

export const KEY = 'sk-test-0123456789-never-to-be-seen';

const environment = Object.fromEntries(
  ['OPENAI', 'ANTHROPIC', 'GEMINI', 'MISTRAL', 'OPENROUTER', 'OPENAI_COMPATIBLE'].map((name) => [
    `${name}_API_KEY`,
    KEY,
  ]),
);

export function modelOn(server: ModelServer, name: string, options: ModelOptions = {}): Model {
  return parseModel(name, { baseUrl: server.baseUrl, environment, ...options });
}

export const call = (turn = 1, signal: AbortSignal = new AbortController().signal): CallContext => ({
  trial: 'chart/tied-winner@1.en#1',
  turn,
  signal,
});

/** A PNG of one red pixel, in base64. */
export const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

export const python = {
  name: 'python',
  description: 'Runs Python code.',
  parameters: {
    type: 'object',
    properties: { code: { type: 'string' } },
    required: ['code'],
    additionalProperties: false,
  },
};

export const question: ModelRequest = {
  system: 'You work with Python.',
  messages: [
    {
      role: 'user',
      parts: [
        { type: 'text', text: 'What is in the picture?' },
        { type: 'image', mime: 'image/png', base64: PICTURE },
      ],
    },
  ],
  tools: [],
  parameters: {},
};
