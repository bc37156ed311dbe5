// `pybench run`: an agent over a selection of tasks.
import { z } from 'zod';
import {
  agentName,
  agentNames,
  DEFAULT_EXEC_SECONDS,
  modelOf,
  type AgentSpec,
  type RunSpecInput,
} from '../../core/index.ts';
import type { PythonStack } from '../../interpreter/index.ts';
import { startRun, type StartOptions } from '../../launch/index.ts';
import type { Summary } from '../../results/index.ts';
import { defineCommand } from '../command.ts';
import { chosenAgent, modelFlags, type ChosenAgent } from '../flags/agent.ts';
import { failUnderFlag, wholeNumber } from '../flags/common.ts';
import { configFlag } from '../flags/config.ts';
import type { FlagValues } from '../flags/flag.ts';
import { paceOf, timeOf } from '../flags/pace.ts';
import { selectionFlags } from '../flags/selection.ts';
import { confirmSpending, spendingOf } from '../flags/spending.ts';
import { hostNotes } from '../host.ts';
import { tell } from '../terminal/print.ts';
import { exitCode, showResults } from '../terminal/results.ts';
import { stopSignal } from '../terminal/stop.ts';
import { trialProgress } from '../terminal/trial-progress.ts';

export const runTasksCommand = defineCommand({
  flags: {
    agent: {
      short: 'a',
      value: 'AGENT',
      about: `which agent: interpreter (a model, see -m), ${agentNames.join(', ')} (default: interpreter with -m, else reference)`,
      schema: z.string().optional(),
    },
    ...modelFlags,
    execTimeout: {
      value: 'SECONDS',
      about: `how long -a exec:COMMAND may take for a trial (default: ${DEFAULT_EXEC_SECONDS})`,
      schema: wholeNumber(1).optional(),
    },
    ...selectionFlags,
    failUnder: failUnderFlag,
    config: configFlag,
  },
  examples: [
    'run -a reference',
    'run -c pybench.yaml --seeds 1-3',
    "run -m openai/gpt-5 --dialect tools -i 'chart/*'",
    "run -a 'exec:my-agent --task query.md' -l 5",
    "run -a null -i 'chart/*' --lang both",
    'run -a wrong:first -i tied-winner --seeds 1-5 --json',
  ],
  async run({ flags }) {
    const chosen = chosenAgent(flags);
    const summary = await runAgent(chosen, flags);
    return exitCode(summary, flags.failUnder);
  },
});

type RunFlags = FlagValues<typeof selectionFlags & typeof modelFlags> & { readonly json: boolean };

/** Runs an agent and shows its results. */
async function runAgent(chosen: ChosenAgent, flags: RunFlags): Promise<Summary> {
  let notes: string[] = [];
  const onOpen = (stack: PythonStack) => (notes = hostNotes(stack));
  const summary = await startWithProgress(chosen, flags, { onOpen });
  showResults(summary, notes, flags.json);
  return summary;
}

/** Starts a run of the agent, with progress on stderr and the question about its cost. */
export async function startWithProgress(
  { spec, baseUrl }: ChosenAgent,
  flags: RunFlags,
  options: Pick<StartOptions, 'services' | 'onOpen'>,
): Promise<Summary> {
  const progress = trialProgress(modelOf(spec) ?? agentName(spec));
  try {
    return await startRun(runSpecOf(spec, flags), {
      ...options,
      ...progress,
      baseUrl,
      salt: flags.salt,
      folder: flags.output,
      signal: stopSignal(),
      warn: tell,
      beforeStart: (plan, agent) => confirmSpending(flags, agent, plan),
    });
  } finally {
    progress.end();
  }
}

function runSpecOf(agent: AgentSpec, flags: RunFlags): RunSpecInput {
  const { suite, include, exclude, limit, lang, seeds, attempts, twins, isolation } = flags;
  return {
    agent,
    selection: { suite, tasks: include, exclude, limit, languages: lang, seeds, attempts, twins },
    conditions: { isolation, time: timeOf(flags) },
    pace: paceOf(flags),
    spending: spendingOf(flags),
  };
}
