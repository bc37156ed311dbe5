// `pybench report`: runs as a leaderboard, in the terminal, as a page, or for other programs.
import { writeFileSync } from 'node:fs';
import { z } from 'zod';
import { Problem, reasonOf } from '../../core/index.ts';
import {
  csvReport,
  dimensions,
  htmlReport,
  jsonReport,
  makeBoard,
  markdownReport,
  readAllReported,
  terminalReport,
  type Board,
  type Dimension,
} from '../../report/index.ts';
import { defineCommand } from '../command.ts';
import { failUnderFlag } from '../flags/common.ts';
import { print, tell } from '../terminal/print.ts';

const formats: Record<string, (board: Board, by: Dimension) => string> = {
  table: (board, by) => `${terminalReport(board, by)}\n`,
  markdown: markdownReport,
  json: (board) => `${JSON.stringify(jsonReport(board), null, 2)}\n`,
  csv: csvReport,
  html: htmlReport,
};

const choice = <T extends string>(names: readonly T[]) =>
  z.enum(names, { error: (issue) => `"${String(issue.input)}" is none of ${names.join(', ')}` });

export const reportCommand = defineCommand({
  args: [{ pattern: '<run...>', about: 'folders of runs' }],
  flags: {
    format: {
      value: 'FORMAT',
      about: `${Object.keys(formats).join(', ')} (default: table); --json is --format json`,
      schema: choice(Object.keys(formats)).optional(),
    },
    output: {
      short: 'o',
      value: 'FILE',
      about: 'write the report to a file instead of stdout',
      schema: z.string().min(1).optional(),
    },
    html: { value: 'FILE', about: 'also write a self-contained page', schema: z.string().min(1).optional() },
    by: {
      value: 'WHAT',
      about: `break scores down by ${dimensions.join(', ')} (default: category)`,
      schema: choice(dimensions).default('category'),
    },
    failUnder: failUnderFlag,
  },
  examples: [
    'report runs/*-reference-*',
    'report runs/A runs/B --html report.html',
    'report runs/A runs/B --by task --format markdown -o board.md',
    'report runs/* --format csv -o trials.csv',
  ],
  async run({ args, flags }) {
    const board = boardOf(args);
    const text = formats[flags.json ? 'json' : (flags.format ?? 'table')]?.(board, flags.by) ?? '';
    if (flags.html) write(flags.html, htmlReport(board, flags.by));
    if (flags.output) write(flags.output, text);
    else process.stdout.write(text);
    const written = [flags.output, flags.html].filter((file) => file !== undefined);
    if (!flags.json && flags.format === undefined) for (const file of written) print(`Report: ${file}`);
    return flags.failUnder !== undefined && lowest(board) < flags.failUnder ? 3 : 0;
  },
});

/** Reads runs, and says on stderr what a reader of them must know. */
export function boardOf(folders: readonly string[]): Board {
  const runs = readAllReported(folders);
  for (const warning of runs.flatMap(({ warnings }) => warnings)) tell(warning);
  return makeBoard(runs);
}

export function writeReport(file: string, board: Board): void {
  write(file, htmlReport(board));
}

/** Of the runs that compete, or of all when none does. */
function lowest({ entries }: Board): number {
  const contenders = entries.filter(({ role }) => role === 'competes');
  return Math.min(...(contenders.length > 0 ? contenders : entries).map(({ summary }) => summary.mean ?? 0));
}

function write(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (error) {
    throw new Problem(`cannot write the report to ${file}: ${reasonOf(error)}`, { cause: error });
  }
}
