// `pybench resume`: continues a run that was stopped or killed.
import { agentName, modelOf } from '../../core/index.ts';
import { resumeRun } from '../../launch/index.ts';
import { readRun } from '../../record/index.ts';
import { defineCommand } from '../command.ts';
import { reachFlags } from '../flags/agent.ts';
import { failUnderFlag, saltFlag } from '../flags/common.ts';
import { paceFlags, paceOf } from '../flags/pace.ts';
import { confirmSpending, spendingFlags, spendingOf } from '../flags/spending.ts';
import { hostNotes } from '../host.ts';
import { tell } from '../terminal/print.ts';
import { exitCode, showResults } from '../terminal/results.ts';
import { stopSignal } from '../terminal/stop.ts';
import { trialProgress } from '../terminal/trial-progress.ts';

export const resumeCommand = defineCommand({
  args: [{ pattern: '<run>', about: 'folder of a run' }],
  flags: { salt: saltFlag, ...paceFlags, ...reachFlags, ...spendingFlags, failUnder: failUnderFlag },
  examples: ['resume runs/20261116-081500-reference-1a2b3c', 'resume runs/A -n 32 --max-cost 10'],
  async run({ args: [run = ''], flags }) {
    const { agent: spec } = readRun(run).config.spec;
    let notes: string[] = [];
    const progress = trialProgress(modelOf(spec) ?? agentName(spec));
    try {
      const summary = await resumeRun(run, {
        ...progress,
        pace: paceOf(flags),
        spending: spendingOf(flags),
        baseUrl: flags.baseUrl,
        salt: flags.salt,
        signal: stopSignal(),
        warn: tell,
        onOpen: (stack) => (notes = hostNotes(stack)),
        beforeStart: (plan, agent) => confirmSpending(flags, agent, plan),
      });
      progress.end();
      showResults(summary, notes, flags.json);
      return exitCode(summary, flags.failUnder);
    } finally {
      progress.end();
    }
  },
});
