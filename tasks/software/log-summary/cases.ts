// The hidden runs of the tool, by subject; every wrong reading of the rules fails in the group of its subject.
import type { Draw, Language } from 'pybench/kit';
import { drawLog, stamp, type LogStyle } from './logs.ts';
import { runTool, type Reading, type Rules, type Run } from './tool.ts';

export const groups = ['summary', 'repeats', 'times', 'alarms', 'report'] as const;
export type Group = (typeof groups)[number];
export type Runs = Record<Group, Run[]>;

export function drawRuns(draw: Draw, rules: Rules, lang: Language): Runs {
  const from = 1_704_067_200 + draw.int(0, 300) * 86_400 + draw.int(0, 86_399);
  const log = (style: LogStyle) => drawLog(draw, rules, lang, from, style);
  const moment = () => stamp(from + draw.int(900, 9000), draw.pick(['Z', '+08:00', '-03:30', '+05:30']));
  const calm = rules.levels[rules.levels.indexOf(rules.alarm) - 1] ?? '';
  const any = () => draw.pick(rules.levels);
  return {
    summary: [
      { run: ['app.log'], files: { 'app.log': log({ lines: 60, repeats: 0 }) } },
      { run: [], stdin: log({ lines: 40, repeats: 0 }) },
      {
        run: ['a.log', '-', 'b.log'],
        stdin: log({ lines: 15 }),
        files: { 'a.log': log({ lines: 20 }), 'b.log': log({ lines: 9 }) },
      },
      { run: ['--top', String(draw.int(2, 5)), 'app.log'], files: { 'app.log': log({ lines: 70 }) } },
      { run: ['app.log', '--level', calm, '--top', '400', '--top', '3'], files: { 'app.log': log({ lines: 50 }) } },
      { run: ['empty.log'], files: { 'empty.log': '' } },
    ],
    repeats: [
      { run: ['app.log'], files: { 'app.log': log({ lines: 40, repeats: 0.4 }) } },
      {
        run: ['b.log', 'a.log'],
        files: { 'a.log': log({ lines: 20, repeats: 0.5, startsLost: true }), 'b.log': log({ lines: 12 }) },
      },
      { run: ['--level', any(), '-'], stdin: log({ lines: 40, repeats: 0.4, startsLost: true }) },
    ],
    times: draw.many(5, (index) => ({
      run:
        index === 0
          ? ['x.log', '--since', moment()]
          : index === 1
            ? ['--until', moment(), 'x.log']
            : ['--since', moment(), '--until', moment(), 'x.log'],
      files: { 'x.log': log({ lines: 45, repeats: 0.15 }) },
    })),
    alarms: [
      { run: ['calm.log'], files: { 'calm.log': log({ lines: 20, grave: false }) } },
      { run: ['late.log', '--since', stamp(from + 10_000_000, 'Z')], files: { 'late.log': log({ lines: 30 }) } },
      { run: ['app.log'], files: { 'app.log': log({ lines: 30 }) } },
      { run: ['gone.log', 'app.log'], files: { 'app.log': log({ lines: 5 }) } },
      { run: ['app.log', '--colour'], files: { 'app.log': log({ lines: 5 }) } },
      { run: ['app.log', '--lev', calm], files: { 'app.log': log({ lines: 5 }) } },
      { run: ['app.log', '--level', 'SHOUT'], files: { 'app.log': log({ lines: 5 }) } },
      { run: ['--since', '2024-02-30', 'app.log'], files: { 'app.log': log({ lines: 5 }) } },
      { run: ['app.log', '--top', '0', '--json', 'r.json'], files: { 'app.log': log({ lines: 5 }) } },
      { run: ['gone.log', '--top'] },
      { run: ['gone.log', '--json', 'r.json'] },
    ],
    report: draw.many(4, (index) => ({
      run: [
        '--json',
        'report.json',
        'x.log',
        ...(index === 0 ? ['--level', rules.alarm] : index === 1 ? ['--since', stamp(from + 10_000_000, 'Z')] : []),
      ],
      files: { 'x.log': log({ lines: 30, repeats: 0.2 }) },
    })),
  };
}

/** Whether the runs of this group catch this wrong reading of the rules. */
export function shows(rules: Rules, runs: readonly Run[], reading: Reading): boolean {
  return runs.some((run) => JSON.stringify(runTool(rules, run)) !== JSON.stringify(runTool(rules, run, reading)));
}
