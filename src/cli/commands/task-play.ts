// `pybench task play`: a person solves a task cell by cell. It is recorded as a run of the agent `human`.
import { writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolder } from '../../../setup/folder.mjs';
import { isKnownEvent, printTrialId, scoreOf, type CellOutput, type RunSpecInput } from '../../core/index.ts';
import { startRun } from '../../launch/index.ts';
import { readEvents, runPaths } from '../../record/index.ts';
import { withServices } from '../../services/index.ts';
import { colors } from '../../system/index.ts';
import type { Services } from '../../trial/index.ts';
import type { TaskInstance } from '../../suite/index.ts';
import { defineCommand } from '../command.ts';
import { showOutput } from '../terminal/executed-cell.ts';
import type { FlagValues, Flags } from '../flags/flag.ts';
import { isolationFlag, langFlag, saltFlag, seedFlag, suiteFlag } from '../flags/common.ts';
import { selectionFlags } from '../flags/selection.ts';
import { humanAgent } from '../play/human-agent.ts';
import { scriptInput, terminalInput, type PlayInput } from '../play/input.ts';
import { passOn, print, printJson, tell } from '../terminal/print.ts';
import { stopSignal } from '../terminal/stop.ts';
import { instanceOf } from './task-instance.ts';

const playFlags = {
  suite: suiteFlag,
  seed: seedFlag,
  lang: langFlag,
  salt: saltFlag,
  output: selectionFlags.output,
  isolation: isolationFlag,
} satisfies Flags;

export const taskPlayCommand = defineCommand({
  args: [{ pattern: '<id>', about: 'a task, such as chart/tied-winner' }],
  flags: playFlags,
  examples: [
    'task play chart/tied-winner --seed 7',
    'task play chart/tied-winner --lang zh',
    'task play chart/tied-winner < tasks/chart/tied-winner/reference.py',
  ],
  async run({ args: [id = ''], flags }) {
    const { instance } = await instanceOf(id, { ...flags, clean: false });
    const interactive = process.stdin.isTTY && process.stdout.isTTY && !flags.json;
    return await withServices({ isolation: flags.isolation, modules: [] }, async (services) => {
      const input = interactive ? terminalInput(process.stdin, process.stdout) : scriptInput(process.stdin);
      try {
        return await play(instance, flags, services, input);
      } finally {
        input.close();
      }
    });
  },
});

async function play(
  instance: TaskInstance,
  flags: FlagValues<typeof playFlags> & { readonly json: boolean },
  services: Services,
  input: PlayInput,
): Promise<number> {
  const trial = printTrialId({ ...instance.id, attempt: 1 });
  const say = flags.json ? tell : print;
  let place: ((path: string) => string) | undefined;
  let figures = 0;
  const show = (output: CellOutput) => {
    const { stream, text } = showOutput(output);
    passOn(flags.json ? 'stderr' : stream, text);
    const picture = output.type === 'display' || output.type === 'result' ? output.data['image/png'] : undefined;
    if (picture === undefined || !place) return;
    figures += 1;
    say(write(place(`figures/figure-${figures}.png`), Buffer.from(picture, 'base64')));
  };
  const spec: RunSpecInput = {
    agent: { kind: 'human' },
    selection: { suite: flags.suite, tasks: [instance.task], languages: [flags.lang], seeds: [flags.seed] },
    pace: { concurrency: 1 },
  };
  const { run } = await startRun(spec, {
    agent: humanAgent({ input, answer: instance.answer, show, tell: say }),
    services,
    salt: flags.salt,
    folder: flags.output,
    signal: stopSignal(),
    onPlan: (_trials, folder) => {
      const { file } = runPaths(folder).trial(trial);
      place = file;
      for (const { path, bytes } of instance.files) write(file(path), bytes);
      say(opening(trial, instance, file('data'), input.interactive));
    },
  });
  return report(run, trial, flags.json);
}

function opening(trial: string, { files, query }: TaskInstance, copies: string, interactive: boolean): string {
  const names = files.map(({ path, bytes }) => `./${path} (${bytes.length} bytes)`).join(', ');
  return [
    colors.bold(trial),
    '',
    query,
    '',
    ...(files.length > 0
      ? [colors.dim(`In the interpreter: ${names}`), colors.dim(`Copies to look at: ${copies}`)]
      : []),
    ...(interactive ? [colors.dim('Type Python; an empty line runs it. :help lists the commands.')] : []),
  ].join('\n');
}

function report(run: string, trial: string, json: boolean): number {
  const events = readEvents(run, trial).filter(isKnownEvent);
  const checks = events.flatMap((event) => (event.kind === 'check' ? [event.result] : []));
  const outcome = events.flatMap((event) => (event.kind === 'trial-end' ? [event.outcome] : [])).at(-1);
  if (!outcome) throw new Error(`${trial} has not ended`);
  if (json) printJson({ run, id: trial, outcome, checks });
  else {
    for (const { ok, message } of checks) print(`${ok ? colors.green('✓') : colors.red('✗')} ${message}`);
    print(`${trial}: ${outcome.kind}${'reason' in outcome ? ` (${outcome.reason})` : ''}`);
    print(`Run: ${run}`);
  }
  return scoreOf(outcome) === undefined ? 1 : 0;
}

function write(file: string, bytes: Uint8Array): string {
  makeFolder(dirname(file));
  writeFileSync(file, bytes);
  return file;
}
