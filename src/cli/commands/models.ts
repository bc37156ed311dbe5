// `pybench models`: the providers, whether their keys are present, and whether a model answers.
import Table from 'cli-table3';
import { z } from 'zod';
import {
  checkModel,
  findKey,
  parseModel,
  providers,
  readEnvironment,
  type Environment,
  type ModelProbe,
} from '../../model/index.ts';
import { colors } from '../../system/index.ts';
import { defineCommand } from '../command.ts';
import { print, printJson } from '../terminal/print.ts';
import { stopSignal } from '../terminal/stop.ts';

interface Listed {
  readonly provider: string;
  readonly example: string;
  readonly baseUrl: string | null;
  /** Null when the provider takes none. The key itself is never shown. */
  readonly key: { readonly variable: string; readonly present: boolean; readonly needed: boolean } | null;
}

interface Checked extends ModelProbe {
  readonly model: string;
}

/** The time limit of a check. */
const TIMEOUTS = { idleMs: 60_000, totalMs: 60_000 };

export const modelsCommand = defineCommand({
  flags: {
    check: {
      value: 'MODEL',
      about: 'ask this model, such as openai/gpt-5, for one token',
      many: true,
      schema: z.array(z.string()).default([]),
    },
    baseUrl: {
      value: 'URL',
      about: 'address of the models to check, instead of the default of their provider',
      schema: z.string().optional(),
    },
  },
  examples: [
    'models',
    'models --check openai/gpt-5 --check ollama/qwen3:8b',
    'models --check openai-compatible/qwen3 --base-url http://localhost:8000/v1 --json',
  ],
  async run({ flags }) {
    const environment = readEnvironment();
    const listed = providers.map((provider) => list(provider, environment));
    const checked: Checked[] = [];
    for (const name of flags.check) checked.push(await check(name, flags.baseUrl, environment));
    if (flags.json) printJson({ providers: listed, checks: checked });
    else if (checked.length > 0) checked.forEach(showCheck);
    else showProviders(listed);
    return checked.every(({ ok }) => ok) ? 0 : 1;
  },
});

function list(
  { name, example, baseUrl, keys, keyNeeded }: (typeof providers)[number],
  environment: Environment,
): Listed {
  const found = findKey(keys, environment)?.variable;
  const [usual] = keys;
  return {
    provider: name,
    example: `${name}/${example}`,
    baseUrl: baseUrl ?? null,
    key: usual === undefined ? null : { variable: found ?? usual, present: found !== undefined, needed: keyNeeded },
  };
}

async function check(name: string, baseUrl: string | undefined, environment: Environment): Promise<Checked> {
  const model = parseModel(name, { environment, timeouts: TIMEOUTS, ...(baseUrl === undefined ? {} : { baseUrl }) });
  return { model: name, ...(await checkModel(model, stopSignal())) };
}

function showProviders(listed: readonly Listed[]): void {
  const table = new Table({
    head: ['provider', 'key', 'address', 'such as'],
    style: { head: [], border: [], compact: true },
  });
  for (const { provider, key, baseUrl, example } of listed) {
    table.push([provider, keyState(key), baseUrl ?? '', example]);
  }
  print(table.toString());
}

function keyState(key: Listed['key']): string {
  if (key?.present) return colors.green(`in ${key.variable}`);
  return key?.needed ? colors.yellow(`missing: ${key.variable}`) : colors.dim('not needed');
}

function showCheck({ model, ok, latencyMs, outputTokens, problem }: Checked): void {
  if (!ok) return print(`${colors.red('✗')} ${model}: ${problem}`);
  const tokens = outputTokens === null ? '' : `, ${outputTokens} ${outputTokens === 1 ? 'token' : 'tokens'}`;
  print(`${colors.green('✓')} ${model} answered in ${latencyMs} ms${tokens}`);
}
