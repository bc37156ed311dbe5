// `pybench start`: the reference, the no-work agent "null" and, if one is named, a model, side by side.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseAgentName } from '../../core/index.ts';
import { leaderboard } from '../../report/index.ts';
import type { Summary } from '../../results/index.ts';
import { withServices } from '../../services/index.ts';
import { defineCommand } from '../command.ts';
import { chosenAgent, modelFlags, type ChosenAgent } from '../flags/agent.ts';
import { configFlag } from '../flags/config.ts';
import { selectionFlags } from '../flags/selection.ts';
import { hostNotes } from '../host.ts';
import { print, printJson } from '../terminal/print.ts';
import { boardOf, writeReport } from './report.ts';
import { startWithProgress } from './run.ts';

const baselines = ['reference', 'null'].map((name): ChosenAgent => ({
  spec: parseAgentName(name),
  baseUrl: undefined,
}));

export const startCommand = defineCommand({
  flags: { ...modelFlags, ...selectionFlags, config: configFlag },
  examples: ['start', 'start --lang both --seeds 1-3', 'start -m openai/gpt-5 -l 5'],
  async run({ flags }) {
    const agents = [...(flags.model === undefined ? [] : [chosenAgent(flags)]), ...baselines];
    await withServices(flags, async (services) => {
      const summaries: Summary[] = [];
      for (const agent of agents) summaries.push(await startWithProgress(agent, flags, { services }));
      const report = join(flags.output, 'report.html');
      const board = boardOf(summaries.map(({ run }) => run));
      writeReport(report, board);
      if (flags.json) return printJson({ runs: summaries, report });
      print(leaderboard(board));
      print(hostNotes(services.interpreters.stack).join(' · '));
      print(`Report: ${pathToFileURL(report).href}`);
    });
  },
});
