// `pybench export`: the trials of a run for other programs.
import { atif, chatExample } from '../../data/index.ts';
import { notebook, readEvents, readRun } from '../../record/index.ts';
import { z } from 'zod';
import {
  agentName,
  agentSettings,
  isKnownEvent,
  modelOf,
  Problem,
  reasonOf,
  usageProblem,
  type RunConfig,
} from '../../core/index.ts';
import { defineCommand } from '../command.ts';
import { exportedFiles, exportedLines, type ExportedFile, type ExportTarget } from './export-target.ts';
import { switchFlag } from '../flags/common.ts';
import { print, printJson, tell } from '../terminal/print.ts';

const formats = ['messages', 'atif', 'notebook'] as const;
type Format = (typeof formats)[number];

interface Exporting {
  readonly format: Format;
  readonly images: boolean;
  readonly output: string | undefined;
  readonly json: boolean;
}

interface LeftOut {
  readonly trial: string;
  readonly reason: string;
}

export const exportCommand = defineCommand({
  args: [{ pattern: '<run>', about: 'the folder of a run' }],
  flags: {
    format: {
      value: 'FORMAT',
      about:
        'messages (OpenAI messages, a line of JSON per trial), atif (ATIF v1.7, a file per trial) or notebook (a Jupyter notebook per trial)',
      schema: z
        .string({ error: `say which: ${formats.join(', ')}` })
        .pipe(z.enum(formats, { error: (issue) => `"${String(issue.input)}" is none of ${formats.join(', ')}` })),
    },
    passed: switchFlag('only trials that passed'),
    images: switchFlag(
      'with --format messages: pictures that the model saw as data URLs (default: a note in their place)',
    ),
    output: {
      short: 'o',
      value: 'PATH',
      about: 'the file of messages (default: stdout), or the folder of the other formats',
      schema: z.string().min(1).optional(),
    },
  },
  examples: [
    'export runs/A --format messages --passed -o train.jsonl',
    'export runs/A --format atif -o trajectories --json',
    'export runs/A --format notebook -o notebooks',
  ],
  async run({ args: [folder = ''], flags }) {
    const target = targetOf(flags);
    const { config, rows } = readRun(folder);
    const { agent } = config.spec;
    if (modelOf(agent) === null && flags.format !== 'notebook') {
      throw new Problem(`"${agentName(agent)}" has no model and so no messages; --format notebook shows its cells`);
    }
    const finished = new Map(rows.map((row) => [row.id, row]));
    const written: object[] = [];
    const leftOut: LeftOut[] = [];
    for (const trial of config.trials) {
      const row = finished.get(trial);
      const made = !row
        ? 'not finished'
        : flags.passed && row.score !== 1
          ? 'not passed'
          : exported(folder, trial, config, flags);
      if (typeof made === 'string') leftOut.push({ trial, reason: made });
      else written.push({ trial, outcome: row?.outcome.kind, ...target.write(made) });
    }
    target.close();
    if (written.length === 0) throw new Problem(`nothing to export: ${reasons(leftOut)}`);
    if (flags.json) return printJson({ run: folder, format: flags.format, output: flags.output, written, leftOut });
    const say = flags.output === undefined ? tell : print;
    say(
      `Wrote ${written.length} of ${config.trials.length} trials${flags.output === undefined ? '' : ` to ${flags.output}`}`,
    );
    if (leftOut.length > 0) say(`Left out: ${reasons(leftOut)}`);
  },
});

function targetOf({ format, images, output, json }: Exporting): ExportTarget {
  if (images && format !== 'messages') throw usageProblem('--images goes with --format messages');
  if (format === 'messages') {
    if (json && output === undefined)
      throw usageProblem('--json prints what was written, so that messages need -o FILE');
    return exportedLines(output);
  }
  if (output === undefined) throw usageProblem(`--format ${format} writes a folder: say which with -o DIR`);
  return exportedFiles(output);
}

/** The files of a trial, the main one first; or why there are none. */
function exported(folder: string, trial: string, config: RunConfig, options: Exporting): ExportedFile[] | string {
  try {
    const events = readEvents(folder, trial);
    const files = makers[options.format]({ trial, events, config, options });
    return files.length > 0 ? files : 'no reply of the model';
  } catch (error) {
    return `events that cannot be read: ${reasonOf(error)}`;
  }
}

interface Source {
  readonly trial: string;
  readonly events: ReturnType<typeof readEvents>;
  readonly config: RunConfig;
  readonly options: Exporting;
}

const makers: Readonly<Record<Format, (source: Source) => ExportedFile[]>> = {
  messages: ({ events, options }) => {
    const example = chatExample(events, options);
    return example ? [{ path: 'messages.jsonl', bytes: `${JSON.stringify(example)}\n` }] : [];
  },
  atif: ({ trial, events, config }) => {
    const made = atif(events, {
      run: config.run,
      version: config.pybench,
      settings: agentSettings(config.spec.agent),
      picturePath: (number, ending) => `pictures/${stem(trial)}-${number}.${ending}`,
    });
    if (!made) return [];
    return [{ path: `${stem(trial)}.json`, bytes: `${JSON.stringify(made.trajectory, null, 2)}\n` }, ...made.pictures];
  },
  notebook: ({ trial, events }) => [{ path: `${stem(trial)}.ipynb`, bytes: notebook(events.filter(isKnownEvent)) }],
};

/** A trial's id as the name of a file: without what means something in paths and addresses. */
function stem(trial: string): string {
  return trial.replaceAll(/[/#]/g, '-');
}

/** `not passed (2), not finished (1)` */
function reasons(leftOut: readonly LeftOut[]): string {
  const counts = new Map<string, number>();
  for (const { reason } of leftOut) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts].map(([reason, count]) => `${reason} (${count})`).join(', ') || 'the run has no trials';
}
