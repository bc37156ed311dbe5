// The agent of `-m`: a model with its dialect and its prompts, for any task.
import { z } from 'zod';
import {
  DEFAULT_TURNS,
  digestJson,
  type Language,
  type Limits,
  dialectNames,
  type DialectName,
  type InterpreterSpec,
  type Vision,
} from '../../core/index.ts';
import type { PythonStack } from '../../interpreter/index.ts';
import { estimateTokens, type Model } from '../../model/index.ts';
import { dialects } from '../../dialects/index.ts';
import { describePackages, promptTexts } from '../../episode/index.ts';
import { interpreterAgent } from './interpreter-agent.ts';
import type { NamedAgent } from '../named.ts';

export interface ModelAgentOptions {
  readonly model: Model;
  readonly dialect?: DialectName;
  readonly maxTurns?: number;
  /** `auto`: whether the model accepts pictures. */
  readonly vision?: Vision;
  /** Replaces the system prompt, in both languages. */
  readonly systemPrompt?: string;
  readonly parameters?: InterpreterSpec['parameters'];
  /** The Python that the system prompt describes. */
  readonly stack: Pick<PythonStack, 'version' | 'packages'>;
  readonly limits: Pick<Limits, 'cellCpuSeconds'>;
}

const recordedSchema = z
  .object({ dialect: z.enum(dialectNames), maxTurns: z.int().positive() })
  .partial()
  .catch({});

export function modelAgent(options: ModelAgentOptions): NamedAgent {
  const { model, vision = 'auto', parameters = {} } = options;
  // A replay takes the settings of its recording by default.
  const recorded = recordedSchema.parse(model.recorded ?? {});
  const dialect = options.dialect ?? recorded.dialect ?? 'fence';
  const maxTurns = options.maxTurns ?? recorded.maxTurns ?? DEFAULT_TURNS;
  const sees = vision === 'auto' ? model.sees : vision === 'on';
  const facts = {
    dialect,
    python: options.stack.version,
    packages: describePackages(options.stack.packages),
    maxTurns,
    cellCpuSeconds: options.limits.cellCpuSeconds,
    sees,
  };
  const system = (lang: Language) => options.systemPrompt ?? promptTexts[lang].system(facts);
  return {
    spec: {
      kind: 'interpreter',
      model: model.name,
      dialect,
      maxTurns,
      vision: sees ? 'on' : 'off',
      ...(options.systemPrompt === undefined ? {} : { systemPrompt: options.systemPrompt }),
      parameters,
    },
    prompts: digestJson({
      system: { en: system('en'), zh: system('zh') },
      words: promptTexts,
      tools: dialects[dialect].tools,
    }),
    talk: { maxTurns, systemTokens: estimateTokens(system('en')) },
    programFor: () => undefined,
    forTask: (_, { id, query, files, answer }) =>
      interpreterAgent(model, {
        dialect: dialects[dialect],
        system: system(id.lang),
        lang: id.lang,
        parameters,
        maxTurns,
        sees,
        wantsAnswer: answer !== undefined,
        query: { text: query, files },
      }),
  };
}
