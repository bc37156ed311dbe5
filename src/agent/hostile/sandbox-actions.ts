// Actions against the sandbox and the harness: the supervisor, the zygote, the channel to Node, the limits and the
// collection of files. Their code is in python/scripts/hostile.
import { hostileCell, type HostileAction } from './hostile-action.ts';

/** Names of functions without arguments, each of them an action of one cell. */
const single = (file: string, names: readonly string[], more: Pick<HostileAction, 'slow'> = {}) =>
  names.map((name): HostileAction => ({ name, cells: [hostileCell(file, name)], ...more }));

const repeated = (file: string, name: string, times: number): HostileAction => ({
  name,
  cells: Array<string>(times).fill(hostileCell(file, name)),
});

const supervisor: readonly HostileAction[] = [
  { name: 'realtime-signal', cells: [40, 64].map((number) => hostileCell('supervisor', 'real-time-signal', number)) },
  ...single('supervisor', ['signals-to-init', 'no-figures', 'figures-are-a-pipe', 'clone-parent']),
  repeated('supervisor', 'kills-its-python', 6),
  repeated('supervisor', 'ends-its-python', 6),
  { name: 'closes-everything', cells: [hostileCell('supervisor', 'closes-everything'), 'print(1)'] },
];

const channel: readonly HostileAction[] = single('channel', [
  'newlines',
  'syncs',
  'huge-errors',
  'deep-message',
  'message-of-many-values',
  'message-without-end',
  'forged-end',
  'prints-much',
  'writes-much',
  'shows-much',
  'raises-much',
  'raises-deep',
]);

const resources: readonly HostileAction[] = [
  ...single('resources', ['memory', 'processes', 'disk', 'open-files', 'threads', 'stays-behind']),
  ...single('resources', ['sleeps', 'computes', 'does-not-stop'], { slow: true }),
];

/** Actions on each path that the query asks for, or on a path of their own if it asks for none. */
export function collectionActions(paths: readonly string[]): readonly HostileAction[] {
  const asked = paths.length > 0 ? paths : ['output/result.txt'];
  return [
    'long-paths',
    'pipes',
    'sockets',
    'links-to-endless',
    'links-to-memory',
    'folders',
    'holes',
    'no-rights',
    'inputs-become-pipes',
    'odd-names',
    'many-files',
    'many-folders',
    'no-output',
    'output-is-a-link',
  ].map((name) => ({ name, cells: [hostileCell('collection', name, [...asked])] }));
}

/** Responses that can break the parser of answers. */
const responses: readonly HostileAction[] = Object.entries({
  'deep-answer': '['.repeat(200_000),
  'deep-object': '{"a":'.repeat(50_000),
  'large-answer': `{"a": "${'x'.repeat(2 ** 21)}"}`,
  'endless-numbers': `{"a": ${'9'.repeat(500_000)}}`,
  'many-keys': `{${Array.from({ length: 50_000 }, (_, n) => `"k${n}": ${n}`).join(', ')}}`,
}).map(([name, block]) => ({ name, cells: ['1'], response: `\`\`\`answer\n${block}\n\`\`\`` }));

export const sandboxActions: readonly HostileAction[] = [...supervisor, ...channel, ...resources, ...responses];
