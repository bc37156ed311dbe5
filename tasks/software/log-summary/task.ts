// A command that summarises logs, written to a specification that differs between instances. Times of several zones, repeated
// messages, stack traces and exit codes decide; a tool that only fits the sample fails.
import { defineTask, fileOutput, liveTraps, toolPasses, type ToolCase } from 'pybench/kit';
import { drawRuns, groups, shows, type Group, type Runs } from './cases.ts';
import { drawLog } from './logs.ts';
import { drawRules, writeSpec } from './spec.ts';
import { runTool, type Result, type Run } from './tool.ts';

type Truth = Record<Group, { run: Run; result: Result }[]>;

const FILE = 'output/logsum.py';

const query = {
  en:
    'Please write us the command-line tool `logsum.py` that ./data/spec.md describes. It goes onto machines of ours where it ' +
    'is started by other scripts, so what it prints, the report that it writes and its exit codes have to be exactly as ' +
    'specified; the specification will not be there. ./data/sample.log is a log for trying it out, and ./data/sample.out is what ' +
    '`python logsum.py sample.log` has to print for it.',
  zh:
    '请按 ./data/spec.md 的说明为我们编写命令行工具 `logsum.py`。它会放到我们的机器上，由别的脚本调用，所以打印的内容、写出的报告和退出码' +
    '都必须与说明完全一致；到时规格文件不在那里。./data/sample.log 是一份可以用来试验的日志，' +
    '对它运行 `python logsum.py sample.log` 应当打印出 ./data/sample.out 的内容。',
};

const cites: Record<Group, string> = {
  summary: '`logsum.py`',
  repeats: '`logsum.py`',
  times: '`logsum.py`',
  alarms: './data/spec.md',
  report: './data/spec.md',
};

export default defineTask<Truth>({
  level: 'hard',
  skills: ['command line', 'specification', 'time zones', 'exit codes'],
  inputs: ['md', 'log', 'out'],
  outputs: ['py'],
  mentions: ['python logsum.py sample.log'],
  generate(draw, { lang }) {
    const rules = drawRules(draw.fork('rules'));
    const runs: Runs = liveTraps(draw.fork('runs'), (each) => drawRuns(each, rules, lang), {
      'text-times': (made) => shows(rules, made.times, 'text times'),
      'no-repeats': (made) => shows(rules, made.repeats, 'no repeats'),
      traces: (made) => shows(rules, made.repeats, 'no continuation'),
      'digits-only': (made) => shows(rules, made.summary, 'digits only'),
      alarm: (made) => shows(rules, made.alarms, 'alarm of all'),
      argparse: (made) => shows(rules, made.alarms, 'argparse'),
    });
    const sample = drawLog(draw.fork('sample'), rules, lang, 1_709_625_600, { lines: 25 });
    const truth = Object.fromEntries(
      groups.map((group) => [group, runs[group].map((run) => ({ run, result: runTool(rules, run) }))]),
    ) as Truth;
    return {
      files: {
        'spec.md': writeSpec(rules, lang),
        'sample.log': sample,
        'sample.out': runTool(rules, { run: ['sample.log'], files: { 'sample.log': sample } }).stdout,
      },
      query: query[lang],
      outputs: { [FILE]: fileOutput({ en: 'the tool.', zh: '这个工具。' }) },
      truth,
    };
  },
  checks: (truth) => groups.map((group) => toolPasses(FILE, group, truth[group].map(asCase), cites[group])),
});

/** The report may be laid out in any way; all else is exact but for space at the end of lines. */
function asCase({ run, result }: { run: Run; result: Result }): ToolCase {
  const asked = run.run.indexOf('--json');
  const path = asked < 0 ? undefined : run.run[asked + 1];
  const report = path === undefined ? undefined : result.files[path];
  return {
    ...run,
    expect: {
      exit: result.exit,
      stdout: { lines: result.stdout.split('\n') },
      ...(path === undefined ? {} : { files: { [path]: report === undefined ? null : { json: JSON.parse(report) } } }),
    },
  };
}
