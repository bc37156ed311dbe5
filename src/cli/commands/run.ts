// `pybench run`: an agent over a selection of tasks.
import { defaultConcurrency } from '../../system/index.ts';
import { notebook } from '../../record/index.ts';
import { z } from 'zod';
import { agentNames, DEFAULT_EXEC_SECONDS, type NamedAgent } from '../../agent/index.ts';
import { defaultLimits } from '../../core/index.ts';
import type { Services } from '../../trial/index.ts';
import { startRun, type Summary } from '../../run/index.ts';
import { selectTasks } from '../../suite/index.ts';
import { chooseAgent, modelFlags } from '../flags/agent.ts';
import { defineCommand } from '../command.ts';
import { configFlag } from '../flags/config.ts';
import type { FlagValues, Flags } from '../flags/flag.ts';
import { isolationFlag, langsFlag, saltFlag, seedsFlag, suiteFlag, switchFlag, wholeNumber } from '../flags/common.ts';
import { withServices } from '../../launch/index.ts';
import { paceFlags, runSignal, timeFlags, timeLimits } from '../flags/pace.ts';
import { exitCode, failUnderFlag, showResults } from '../terminal/results.ts';
import { confirmSpending } from '../flags/spending.ts';
import { trialProgress } from '../terminal/trial-progress.ts';

/** What `run` and `start` have in common. */
export const selectionFlags = {
  suite: suiteFlag,
  include: {
    short: 'i',
    value: 'GLOB',
    about: 'only tasks that match, such as "chart/*"',
    many: true,
    schema: z.array(z.string()).default([]),
  },
  exclude: {
    short: 'x',
    value: 'GLOB',
    about: 'leave out tasks that match',
    many: true,
    schema: z.array(z.string()).default([]),
  },
  limit: {
    short: 'l',
    value: 'N',
    about: 'at most N tasks, evenly over the categories',
    schema: wholeNumber(1).optional(),
  },
  lang: langsFlag(),
  seeds: seedsFlag,
  salt: saltFlag,
  twins: switchFlag('also run the clean twins of tasks that have them'),
  attempts: { short: 'k', value: 'N', about: 'attempts per instance (default: 1)', schema: wholeNumber(1).default(1) },
  ...paceFlags,
  ...timeFlags,
  output: {
    short: 'o',
    value: 'DIR',
    about: 'folder of runs (default: runs)',
    schema: z.string().min(1).default('runs'),
  },
  isolation: isolationFlag,
} satisfies Flags;

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
    const agentFor = chooseAgent(flags);
    const summary = await withServices(flags, async (services) => {
      const made = await runAgent(agentFor(services.interpreters), flags, services);
      showResults(made, services.interpreters, flags.json);
      return made;
    });
    return exitCode(summary, flags.failUnder);
  },
});

export async function runAgent(
  agent: NamedAgent,
  flags: FlagValues<typeof selectionFlags & typeof modelFlags> & { readonly execTimeout?: number | undefined },
  services: Services,
): Promise<Summary> {
  const { suite, include, exclude, limit } = flags;
  const tasks = selectTasks({ suite, include, exclude, ...(limit === undefined ? {} : { limit }) });
  const progress = trialProgress(agent.model ?? agent.name);
  try {
    return await startRun({
      agent,
      suite,
      tasks,
      languages: flags.lang,
      seeds: flags.seeds,
      attempts: flags.attempts,
      twins: flags.twins,
      salt: flags.salt,
      concurrency: flags.concurrency ?? defaultConcurrency(agent.talk !== undefined),
      limits: defaultLimits,
      time: timeLimits(flags),
      folder: flags.output,
      services,
      signal: runSignal(flags.maxTime),
      notebook,
      beforeStart: (plan) => confirmSpending(flags, agent, plan),
      ...progress,
    });
  } finally {
    progress.end();
  }
}
