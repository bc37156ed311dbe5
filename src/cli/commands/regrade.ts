// `pybench regrade`: grades the recorded work of a run with the current checks.
import { createProgress } from '../../../setup/progress.mjs';
import { regradeRun } from '../../launch/recorded/index.ts';
import { printChange, type RegradeChange } from '../../run/index.ts';
import { defineCommand } from '../command.ts';
import { isolationFlag } from '../flags/common.ts';
import { paceFlags } from '../flags/pace.ts';
import { selectionFlags } from '../flags/selection.ts';
import { hostNotes } from '../host.ts';
import { print, printJson } from '../terminal/print.ts';
import { showResults } from '../terminal/results.ts';
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
  async run({ args: [run = ''], flags }) {
    const progress = createProgress();
    let notes: string[] = [];
    const { summary, changes, source } = await regradeRun(run, {
      exclude: flags.exclude,
      folder: flags.output,
      isolation: flags.isolation,
      concurrency: flags.concurrency,
      signal: stopSignal(),
      onOpen: (stack) => (notes = hostNotes(stack)),
      onPlan: (trials, of) => progress.step(`Grading ${trials} of ${of} trials again`),
      onGraded: (done, of) => progress.update(`${done} of ${of} graded`),
    }).finally(progress.done);
    if (flags.json) printJson({ ...summary, source, changes });
    else {
      showResults(summary, notes, false);
      print(changed(changes));
    }
    return summary.scored === 0 ? 1 : 0;
  },
});

function changed(changes: readonly RegradeChange[]): string {
  return changes.length === 0 ? 'Nothing changed' : ['Changed:', ...changes.map(printChange)].join('\n');
}
