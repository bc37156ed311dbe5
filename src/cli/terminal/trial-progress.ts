// Progress of a run on stderr: a live block in a terminal, a plain line now and then elsewhere.
import type { EventBody, ResultRow } from '../../core/index.ts';
import { colors } from '../../system/index.ts';
import { LiveBlock, writeAbove } from './live-block.ts';
import { RunFigures } from './run-figures.ts';

export interface TrialProgress {
  readonly onPlan: (trials: number, folder: string, done: number) => void;
  readonly onStart: (trial: string) => void;
  readonly onEvent: (trial: string, event: EventBody) => void;
  readonly onRow: (row: ResultRow) => void;
  readonly end: () => void;
}

const REDRAW_MS = 200;
const PLAIN_MS = 15_000;

export function trialProgress(agent: string, stream: NodeJS.WriteStream = process.stderr): TrialProgress {
  const figures = new RunFigures();
  const block = stream.isTTY ? LiveBlock.on(stream) : undefined;
  const show = () => {
    if (block) block.draw(blockLines(agent, figures));
    else stream.write(`${agent}: ${[...figures.pace(), ...figures.standing()].join(', ')}\n`);
  };
  let timer: NodeJS.Timeout | undefined;
  return {
    onPlan(trials, folder, done) {
      figures.plan(trials, done);
      const before = done > 0 ? `, ${done} done before` : '';
      writeAbove(stream, `${agent}: ${trials} ${trials === 1 ? 'trial' : 'trials'}${before}, in ${folder}\n`);
      timer = setInterval(show, block ? REDRAW_MS : PLAIN_MS).unref();
    },
    onStart: (trial) => figures.start(trial),
    onEvent: (trial, event) => figures.event(trial, event),
    onRow: (row) => figures.row(row),
    end() {
      clearInterval(timer);
      block?.remove();
    },
  };
}

const BAR = 28;
const MOST_RUNNING = 3;

function blockLines(agent: string, figures: RunFigures): string[] {
  const filled = Math.round((BAR * figures.done) / Math.max(1, figures.planned));
  const bar = `${colors.green('█'.repeat(filled))}${colors.dim('░'.repeat(BAR - filled))}`;
  return [
    `${bar} ${figures.pace().join(' · ')}`,
    `${agent}: ${figures.standing().join(' · ')}`,
    ...figures.running(MOST_RUNNING).map((each) => colors.dim(`  ${each}`)),
  ];
}
