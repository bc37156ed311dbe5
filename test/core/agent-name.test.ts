// Names of agents: parsing into specs, printing of specs, and the schema of specs.
import { expect, test } from 'vitest';
import { agentName, agentSpecSchema, parseAgentName, programRole, type AgentSpec } from '../../src/core/index.ts';

test.each<[string, AgentSpec]>([
  ['reference', { kind: 'program', program: 'reference' }],
  ['wrong:first', { kind: 'program', program: 'wrong-first' }],
  ['also:two-steps', { kind: 'program', program: 'also-two-steps' }],
  ['half:guess', { kind: 'program', program: 'half-guess' }],
  ['null', { kind: 'no-work', name: 'null' }],
  ['other-seed', { kind: 'no-work', name: 'other-seed' }],
  ['hostile:clone-parent', { kind: 'hostile', name: 'clone-parent' }],
  ['exec:my-agent --task query.md', { kind: 'exec', command: 'my-agent --task query.md', sandboxed: false }],
  ['exec:a:b\nc', { kind: 'exec', command: 'a:b\nc', sandboxed: false }],
  ['human', { kind: 'human' }],
])('%j is parsed and printed', (name, spec) => {
  expect(parseAgentName(name)).toEqual(spec);
  expect(agentSpecSchema.parse(spec)).toEqual(spec);
  expect(agentName(spec)).toBe(name);
});

test.each(['', 'nobody', 'wrong:', 'wrong:a b', 'hostile:', 'constructor', 'interpreter', 'reference:x'])(
  '%j is not an agent',
  (name) => {
    expect(() => parseAgentName(name)).toThrow(`there is no agent "${name}"; there are reference, null, `);
  },
);

test('an exec agent needs a command', () => {
  expect(() => parseAgentName('exec: ')).toThrow('"exec: " names no command; write exec:COMMAND');
});

test('the prefix of a program name determines its role', () => {
  const programs = ['reference', 'also-a', 'wrong-a-b', 'half-a'];
  expect(programs.map((program) => programRole({ program }))).toEqual(['reference', 'also', 'wrong', 'half']);
});

test.each([
  { kind: 'interpreter', model: 'a/b', baseUrl: 'https://user:key@host/v1' },
  { kind: 'interpreter', model: 'a/b', baseUrl: 'https://host/v1?key=x' },
  { kind: 'interpreter', model: 'a/b', maxTurn: 3 },
  { kind: 'program', program: '../secret' },
  { kind: 'no-work', name: 'sleep' },
])('the spec %j is refused', (spec) => {
  expect(agentSpecSchema.safeParse(spec).success).toBe(false);
});
