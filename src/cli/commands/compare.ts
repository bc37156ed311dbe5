// `pybench compare`: whether one run is better than another, on the instances of both.
import { comparisonText, compareRuns, readAllReported } from '../../report/index.ts';
import { defineCommand } from '../command.ts';
import { print, printJson, tell } from '../terminal/print.ts';

export const compareCommand = defineCommand({
  args: [
    { pattern: '<a>', about: 'folder of a run' },
    { pattern: '<b>', about: 'folder of the run to compare it with' },
  ],
  flags: {},
  examples: ['compare runs/A runs/B', 'compare runs/A runs/B --json'],
  async run({ args, flags }) {
    const runs = readAllReported(args);
    const [a, b] = runs;
    if (!a || !b) throw new Error('the parser asks for two runs');
    for (const warning of runs.flatMap(({ warnings }) => warnings)) tell(warning);
    const comparison = compareRuns(a, b);
    if (flags.json) printJson(comparison);
    else print(comparisonText(comparison));
  },
});
