// `pybench regrade`: what agents left, graded again with today's verifiers.
import { defaultConcurrency } from '../../system/index.ts';
import { notebook } from '../../record/index.ts';
import { createProgress } from '../../../setup/progress.mjs';
import { openRegrade, printChange, regrade, type RegradeChange } from '../../run/index.ts';
import { defineCommand } from '../command.ts';
import { isolationFlag } from '../flags/common.ts';
import { withServices } from '../../launch/index.ts';
import { paceFlags } from '../flags/pace.ts';
import { print, printJson } from '../terminal/print.ts';
import { showResults } from '../terminal/results.ts';
import { selectionFlags } from './run.ts';
import { stopSignal } from '../terminal/stop.ts';

export const regradeCommand = defineCommand({
  args: [{ pattern: '<run>', about: 'the folder of a run' }],
  flags: {
    exclude: selectionFlags.exclude,
    concurrency: paceFlags.concurrency,
    output: selectionFlags.output,
    isolation: isolationFlag,
  },
  examples: ['regrade runs/A', "regrade runs/A -x 'chart/*' -o regraded --json"],
  async run({ args: [folder = ''], flags }) {
    const source = await openRegrade(folder, flags.exclude);
    // A submitted program is run again under the limits that it had.
    return await withServices({ isolation: flags.isolation, limits: source.lock.limits }, async (services) => {
      const signal = stopSignal();
      const progress = createProgress();
      progress.step(`Grading ${source.answered.length} of ${source.trials.length} trials again`);
      const { summary, changes } = await regrade(source, {
        folder: flags.output,
        services,
        concurrency: flags.concurrency ?? defaultConcurrency(false),
        signal,
        notebook,
        onGraded: (done, of) => progress.update(`${done} of ${of} graded`),
      }).finally(progress.done);
      if (flags.json) printJson({ ...summary, source: source.config.run, changes });
      else {
        showResults(summary, services.interpreters, false);
        print(changed(changes));
      }
      return summary.scored === 0 ? 1 : 0;
    });
  },
});

function changed(changes: readonly RegradeChange[]): string {
  return changes.length === 0 ? 'Nothing changed' : ['Changed:', ...changes.map(printChange)].join('\n');
}
