// `pybench report`: runs as a leaderboard, in the terminal and as a page.
import { writeFileSync } from 'node:fs';
import { z } from 'zod';
import { Problem, reasonOf } from '../core/index.ts';
import { htmlReport, leaderboard, resultsTable } from '../report/index.ts';
import { readRun, summarise } from '../run/index.ts';
import { defineCommand } from './command.ts';
import { print, printJson } from './print.ts';

export const reportCommand = defineCommand({
  name: 'report',
  summary: 'show runs as a leaderboard',
  args: [{ pattern: '<run...>', about: 'folders of runs' }],
  flags: { html: { value: 'FILE', about: 'also write a self-contained page', schema: z.string().min(1).optional() } },
  examples: ['report runs/*-reference-*', 'report runs/A runs/B --html report.html'],
  async run({ args, flags }) {
    const summaries = args.map((folder) => readSummary(folder).summary);
    if (flags.html) writeReport(flags.html, args);
    if (flags.json) return printJson(summaries);
    print(leaderboard(summaries));
    for (const summary of summaries.length === 1 ? summaries : []) print(resultsTable(summary));
    if (flags.html) print(`Report: ${flags.html}`);
  },
});

export function writeReport(file: string, folders: readonly string[]): void {
  const page = htmlReport(folders.map(readSummary), 'PyBench');
  try {
    writeFileSync(file, page);
  } catch (error) {
    throw new Problem(`cannot write the report to ${file}: ${reasonOf(error)}`, { cause: error });
  }
}

function readSummary(folder: string) {
  const { config, lock, rows } = readRun(folder);
  const image = lock.image ? `image ${lock.image.manifest}` : 'no interpreter image';
  const notes = [`Python ${lock.python.version}`, image, `isolation ${lock.isolation}`];
  return { summary: summarise(folder, config, rows), rows, notes };
}
