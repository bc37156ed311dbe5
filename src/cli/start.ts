// `pybench start`: the first look. The reference agent and the agent that does nothing, side by side.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { leaderboard } from '../report/index.ts';
import type { Summary } from '../run/index.ts';
import { defineCommand } from './command.ts';
import { hostNotes, withHost } from './host.ts';
import { print, printJson } from './print.ts';
import { writeReport } from './report.ts';
import { selectionFlags, runAgent } from './run.ts';

export const startCommand = defineCommand({
  name: 'start',
  summary: 'run the reference and the do-nothing agent, then show the leaderboard',
  flags: selectionFlags,
  examples: ['start', 'start --lang both --seeds 1-3'],
  run: ({ flags }) =>
    withHost(flags, async (host) => {
      const summaries: Summary[] = [];
      for (const agent of ['reference', 'null']) summaries.push(await runAgent(agent, flags, host));
      const report = join(flags.output, 'report.html');
      writeReport(
        report,
        summaries.map(({ run }) => run),
      );
      if (flags.json) return printJson({ runs: summaries, report });
      print(leaderboard(summaries));
      print(hostNotes(host).join(' · '));
      print(`Report: ${pathToFileURL(report).href}`);
    }),
});
