// `pybench reexecute`: runs the recorded cells of a run again, without a model.
import Table from 'cli-table3';
import { createProgress } from '../../../setup/progress.mjs';
import { categories, categoryOf, parseTrialId, Problem } from '../../core/index.ts';
import { reexecuteRun } from '../../launch/recorded/index.ts';
import { percent } from '../../results/index.ts';
import { colors } from '../../system/index.ts';
import type { Reexecution, ReexecutedTrial } from '../../run/index.ts';
import { defineCommand } from '../command.ts';
import { failUnderFlag, isolationFlag, saltFlag } from '../flags/common.ts';
import { paceFlags } from '../flags/pace.ts';
import { selectionFlags } from '../flags/selection.ts';
import { print, printJson, tell } from '../terminal/print.ts';
import { stopSignal } from '../terminal/stop.ts';

export const reexecuteCommand = defineCommand({
  args: [{ pattern: '<run>', about: 'the folder of a run' }],
  flags: {
    include: selectionFlags.include,
    salt: saltFlag,
    concurrency: paceFlags.concurrency,
    isolation: isolationFlag,
    failUnder: failUnderFlag,
  },
  examples: ['reexecute runs/A', "reexecute runs/A -i 'chart/*' --fail-under 0.9 --json"],
  async run({ args: [run = ''], flags }) {
    const progress = createProgress();
    const reexecuted = await reexecuteRun(run, {
      include: flags.include,
      isolation: flags.isolation,
      salt: flags.salt,
      concurrency: flags.concurrency,
      signal: stopSignal(),
      onPlan: (trials, differences) => {
        if (differences.length > 0) tell(`${colors.yellow('Differs from the recording:')} ${few(differences)}`);
        progress.step(`Re-executing ${count(trials)}`);
      },
      onTrial: (done, of) => progress.update(`${done} of ${of} re-executed`),
    }).finally(progress.done);
    if (reexecuted.score === null) throw new Problem(`nothing was re-executed. ${leftOut(reexecuted).join('; ')}`);
    if (flags.json) printJson(reexecuted);
    else print([table(reexecuted), ...differing(reexecuted), ...leftOut(reexecuted)].join('\n'));
    return flags.failUnder !== undefined && reexecuted.score < flags.failUnder ? 3 : 0;
  },
});

function table({ trials, score, strict }: Reexecution): string {
  const made = new Table({
    head: ['category', 're-executed', 'reproduced', 'identical'],
    colAligns: ['left', 'right', 'right', 'right'],
    style: { head: [], border: [], compact: true },
  });
  for (const category of categories) {
    const own = trials.filter(({ trial }) => {
      const id = parseTrialId(trial);
      return id && categoryOf(id.task) === category;
    });
    const those = (holds: (trial: ReexecutedTrial) => boolean) => String(own.filter(holds).length);
    if (own.length > 0)
      made.push([
        category,
        String(own.length),
        those(({ reproduced }) => reproduced),
        those(({ identical }) => identical),
      ]);
  }
  made.push([colors.bold('all'), String(trials.length), colors.bold(percent(score)), percent(strict)]);
  return made.toString();
}

/** `chart/x@1.en#1: not reproduced: cell 2, stdout: "1" became "2"; output/a.csv different` */
function differing({ trials }: Reexecution): string[] {
  return trials
    .filter(({ identical }) => !identical)
    .map(({ trial, reproduced, differences, files }) => {
      // A different status comes first: it makes the trial not reproduced.
      const [first] = differences.toSorted((a, b) => Number(b.aspect === 'status') - Number(a.aspect === 'status'));
      const said = [
        ...(first ? [`cell ${first.cell}, ${first.aspect}: ${first.what}`] : []),
        ...files.filter(({ verdict }) => verdict !== 'identical').map(({ path, verdict }) => `${path} ${verdict}`),
      ];
      return `${trial}: ${reproduced ? 'reproduced, not identical' : colors.red('not reproduced')}: ${said.join('; ')}`;
    });
}

/** `Left out, 2 trials: no cells (chart/x, math/y)` */
function leftOut({ leftOut: all }: Reexecution): string[] {
  return [...new Set(all.map(({ reason }) => reason))].map((reason) => {
    const trials = all.filter((each) => each.reason === reason).map(({ trial }) => trial);
    const tasks = new Set(trials.map((trial) => trial.split('@')[0]));
    return `Left out, ${count(trials.length)}: ${reason} (${[...tasks].join(', ')})`;
  });
}

const MOST_SHOWN = 5;

function few(lines: readonly string[]): string {
  const more = lines.length > MOST_SHOWN ? `; and ${lines.length - MOST_SHOWN} more` : '';
  return `${lines.slice(0, MOST_SHOWN).join('; ')}${more}`;
}

function count(trials: number): string {
  return `${trials} trial${trials === 1 ? '' : 's'}`;
}
