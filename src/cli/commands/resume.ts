// `pybench resume`: goes on with a run that was stopped or killed.
import { defaultConcurrency } from '../../system/index.ts';
import { notebook, readRun } from '../../record/index.ts';
import { requireUnwritten, resumeRun } from '../../run/index.ts';
import { agentOfRun, reachFlags } from '../flags/agent.ts';
import { defineCommand } from '../command.ts';
import { saltFlag } from '../flags/common.ts';
import { withServices } from '../../launch/index.ts';
import { paceFlags, runSignal } from '../flags/pace.ts';
import { exitCode, failUnderFlag, showResults } from '../terminal/results.ts';
import { confirmSpending, spendingFlags } from '../flags/spending.ts';
import { trialProgress } from '../terminal/trial-progress.ts';

export const resumeCommand = defineCommand({
  args: [{ pattern: '<run>', about: 'folder of a run' }],
  flags: { salt: saltFlag, ...paceFlags, ...reachFlags, ...spendingFlags, failUnder: failUnderFlag },
  examples: ['resume runs/20261116-081500-reference-1a2b3c', 'resume runs/A -n 32 --max-cost 10'],
  async run({ args: [run = ''], flags }) {
    const { config, lock } = readRun(run);
    requireUnwritten(run);
    const agentFor = agentOfRun(config, flags);
    const summary = await withServices(
      { isolation: lock.isolation, limits: lock.limits, cells: flags.cells },
      async (services) => {
        const agent = agentFor(services.interpreters);
        const progress = trialProgress(agent.model ?? agent.name);
        try {
          const made = await resumeRun({
            run,
            agent,
            services,
            salt: flags.salt,
            concurrency: flags.concurrency ?? defaultConcurrency(agent.talk !== undefined),
            signal: runSignal(flags.maxTime),
            notebook,
            beforeStart: (plan) => confirmSpending(flags, agent, plan),
            ...progress,
          });
          progress.end();
          showResults(made, services.interpreters, flags.json);
          return made;
        } finally {
          progress.end();
        }
      },
    );
    return exitCode(summary, flags.failUnder);
  },
});
