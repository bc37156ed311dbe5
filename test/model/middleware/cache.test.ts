// The cache of replies on disk.
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cache } from '../../../src/model/index.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { ask, at, fault, reply, scripted } from './scripted.ts';

const first = at('chart/tied-winner@1.en#1');
const second = at('chart/tied-winner@1.en#2');

const filesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.includes('.'));

test('a cached reply is returned only for the same request, attempt and scope', async () => {
  const folder = temporaryFolder();
  const model = scripted(reply('1', { inputTokens: 5 }), reply('2'), reply('3'), reply('4'), reply('5'));
  const kept = cache({ folder })(model);
  expect(await kept.complete(ask('a'), first)).toEqual(reply('1', { inputTokens: 5 }));
  expect(await kept.complete(ask('a'), first)).toEqual(reply('1', { inputTokens: 5 }));
  expect(await kept.complete(ask('a'), second)).toEqual(reply('2'));
  expect(await kept.complete(ask('b'), first)).toEqual(reply('3'));
  expect(await kept.complete({ ...ask('a'), parameters: { temperature: 1 } }, first)).toEqual(reply('4'));
  expect(await cache({ folder, scope: 'http://elsewhere' })(model).complete(ask('a'), first)).toEqual(reply('5'));
  expect(await cache({ folder })(scripted(new Error('not asked'))).complete(ask('a'), second)).toEqual(reply('2'));
  expect(filesOf(folder)).toHaveLength(5);
});

test('a fault is not cached', async () => {
  const folder = temporaryFolder();
  const kept = cache({ folder })(scripted(fault('unavailable', true), reply('yes')));
  await expect(kept.complete(ask('a'), first)).rejects.toThrow('scripted unavailable');
  expect(await kept.complete(ask('a'), first)).toEqual(reply('yes'));
});

test('a truncated cache file is replaced', async () => {
  const folder = temporaryFolder();
  const model = scripted(reply('1'), reply('2'));
  const kept = cache({ folder })(model);
  await kept.complete(ask('a'), first);
  const [file = ''] = filesOf(folder);
  writeFileSync(join(folder, file), '{"parts": [');
  expect(await kept.complete(ask('a'), first)).toEqual(reply('2'));
  expect(await kept.complete(ask('a'), first)).toEqual(reply('2'));
});

test('concurrent writes of one reply leave one complete file and no temporary files', async () => {
  const folder = temporaryFolder();
  const kept = cache({ folder })(scripted(reply('same')));
  await Promise.all(Array.from({ length: 50 }, () => kept.complete(ask('a'), first)));
  expect(filesOf(folder)).toEqual([expect.stringMatching(/^[0-9a-f]{2}\/[0-9a-f]{32}\.json$/)]);
});
