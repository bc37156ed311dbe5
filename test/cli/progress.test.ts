// The progress display of a running run: its figures, and the block of lines that a terminal redraws.
import { expect, test } from 'vitest';
import type { EventBody, ResultRow } from '../../src/core/index.ts';
import { LiveBlock, writeAbove } from '../../src/cli/terminal/live-block.ts';
import { RunFigures } from '../../src/cli/terminal/run-figures.ts';

const rowOf = (seed: number, score: 0 | 1 | null): ResultRow => ({
  id: `math/double@${seed}.en#1`,
  instance: null,
  task: `math/double-${seed}`,
  category: 'math',
  level: 'easy',
  skills: [],
  lang: 'en',
  seed,
  twin: null,
  attempt: 1,
  outcome: score === 1 ? { kind: 'passed' } : { kind: score === 0 ? 'failed' : 'model-error', reason: 'no' },
  score,
  failure: null,
  turns: 1,
  cells: 0,
  usage: {},
  cpuMs: 0,
  wallMs: 1000,
  tries: 1,
  retries: 0,
  unverified: false,
  checks: { passed: 0, total: 0, failed: [] },
});

const reply = (cost: number | undefined, attempts = 1): EventBody => ({
  kind: 'reply',
  turn: 1,
  parts: [],
  finish: 'stop',
  usage: { inputTokens: 900, outputTokens: 100, ...(cost === undefined ? {} : { cost }) },
  latencyMs: 1,
  attempts,
});

test('progress shows rate, time left, pass rate with its interval, running trials, retries, tokens and cost', () => {
  let now = 0;
  const figures = new RunFigures(() => now);
  figures.plan(20, 4);
  expect(figures.pace()).toEqual(['4 of 24']);
  for (const seed of [1, 2, 3, 4, 5]) figures.start(`math/double@${seed}.en#1`);
  figures.event('math/double@5.en#1', {
    kind: 'request',
    turn: 3,
    earlier: 0,
    messages: [],
    parameters: {},
    tools: [],
  });
  figures.event('math/double@5.en#1', reply(0.25, 3));
  figures.event('math/double@4.en#1', reply(0.25));
  now = 8;
  for (const [seed, score] of [1, 1, 0, null].entries()) figures.row(rowOf(seed + 1, score as 0 | 1 | null));
  expect(figures.pace()).toEqual(['8 of 24', '30.0/min', '0:32 left']);
  // The Wilson interval of 2 passes in 3 trials.
  expect(figures.standing()).toEqual(['passed 66.7 % (20.8–93.9)', '1 running', '2 retries', '2.0k tokens', '$0.50']);
  expect(figures.running(3)).toEqual(['math/double@5.en#1 turn 3, 8 s']);
  figures.event('math/double@5.en#1', reply(undefined));
  expect(figures.standing().at(-1)).toBe('3.0k tokens');
});

test('a live block redraws itself in place, fits the terminal width, and other output appears above it', () => {
  let written = '';
  const stream = { columns: 11, write: (text: string) => (written += text) } as unknown as NodeJS.WriteStream;
  const block = LiveBlock.on(stream);
  block.draw(['\u001B[32m12345\u001B[39m678901234', '\u001B[32mb\u001B[39m']);
  expect(written).toBe('1234567890\n\u001B[32mb\u001B[39m\n');
  written = '';
  writeAbove(stream, 'note\n');
  expect(written).toBe('\u001B[2A\r\u001B[Jnote\n1234567890\n\u001B[32mb\u001B[39m\n');
  written = '';
  block.remove();
  expect(written).toBe('\u001B[2A\r\u001B[J');
  written = '';
  writeAbove(stream, 'later\n');
  expect(written).toBe('later\n');
});
