// `pybench start`: the first look. The reference agent and the agent that does nothing, side by side.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { namedAgent } from '../../agent/index.ts';
import { leaderboard } from '../../report/index.ts';
import type { Summary } from '../../run/index.ts';
import { chooseAgent, modelFlags } from '../flags/agent.ts';
import { defineCommand } from '../command.ts';
import { configFlag } from '../flags/config.ts';
import { withServices } from '../../launch/index.ts';
import { hostNotes } from '../host.ts';
import { print, printJson } from '../terminal/print.ts';
import { boardOf, writeReport } from './report.ts';
import { selectionFlags, runAgent } from './run.ts';

export const startCommand = defineCommand({
  flags: { ...modelFlags, ...selectionFlags, config: configFlag },
  examples: ['start', 'start --lang both --seeds 1-3', 'start -m openai/gpt-5 -l 5'],
  async run({ flags }) {
    const asked = flags.model === undefined ? undefined : chooseAgent(flags);
    await withServices(flags, async (services) => {
      const summaries: Summary[] = [];
      const standing = ['reference', 'null'].map(namedAgent);
      for (const agent of [...(asked ? [asked(services.interpreters)] : []), ...standing]) {
        summaries.push(await runAgent(agent, flags, services));
      }
      const report = join(flags.output, 'report.html');
      const board = boardOf(summaries.map(({ run }) => run));
      writeReport(report, board);
      if (flags.json) return printJson({ runs: summaries, report });
      print(leaderboard(board));
      print(hostNotes(services.interpreters).join(' · '));
      print(`Report: ${pathToFileURL(report).href}`);
    });
  },
});
