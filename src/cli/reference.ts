// The reference of commands, written from the commands themselves: docs/commands.md is this text.
import type { Command, CommandEntry } from './command.ts';
import { jsonFlag } from './flags/common.ts';
import { kebab, type Flag } from './flags/flag.ts';

export async function commandReference(entries: readonly CommandEntry[]): Promise<string> {
  const sections = await Promise.all(entries.map(async (entry) => section(entry, await entry.load())));
  return [
    '# Commands',
    'Written from the commands themselves; `npm test -- test/cli -u` regenerates it. Exit codes: 0 success · 1 the command failed, or a gate is not met · 2 wrong usage · 3 ran, but below `--fail-under`. Progress goes to stderr.',
    ...sections,
    '',
  ].join('\n\n');
}

function section({ name, summary }: CommandEntry, { args = [], flags, examples }: Command): string {
  const usage = ['pybench', name, ...args.map(({ pattern }) => pattern), '[flags]'].join(' ');
  const lines = [
    ...args.map(({ pattern, about }) => `- \`${pattern}\`: ${about}`),
    ...Object.entries({ ...flags, json: jsonFlag }).map(
      ([key, flag]) => `- \`${spelling(key, flag)}\`: ${flag.about}${note(flag)}`,
    ),
  ];
  const shown = examples.map((example) => `$ pybench ${example}`).join('\n');
  return `## \`${usage}\`\n\n${summary}\n\n${lines.join('\n')}\n\n\`\`\`console\n${shown}\n\`\`\``;
}

function spelling(key: string, { short, value }: Flag): string {
  return `${short ? `-${short}, ` : ''}--${kebab(key)}${value ? ` ${value}` : ''}`;
}

function note({ env, many }: Flag): string {
  return `${many ? '; may be given several times' : ''}${env ? `; also \`${env}\`` : ''}`;
}
