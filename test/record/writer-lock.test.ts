// The lock that allows one writer per run.
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { takeWriterLock } from '../../src/record/writer-lock.ts';
import { temporaryFolder } from '../support/folder.ts';

interface Owner {
  pid: number;
  started: string | null;
  boot: string | null;
  machine: string;
}

function lockFile(): string {
  return join(temporaryFolder(), 'writer.lock');
}

/** Writes a lock of this process in which some fields of the owner are replaced. */
function lockOf(change: Partial<Owner>): string {
  const file = lockFile();
  const lock = takeWriterLock(file);
  const owner = JSON.parse(readFileSync(file, 'utf8')) as Owner;
  lock.release();
  writeFileSync(file, JSON.stringify({ ...owner, ...change }));
  return file;
}

test('only one writer can hold the lock, and release removes its file', () => {
  const file = lockFile();
  const first = takeWriterLock(file);
  expect(first.held()).toBe(true);
  expect(() => takeWriterLock(file)).toThrow(`process ${process.pid} is writing to this run`);
  expect(first.held()).toBe(true);
  first.release();
  expect(readdirSync(join(file, '..'))).toEqual([]);
  takeWriterLock(file).release();
});

test('the lock of an ended process can be taken', async () => {
  const child = spawn(process.execPath, ['-e', '0']);
  await new Promise((resolve) => child.on('close', resolve));
  const gone = lockOf({ pid: child.pid ?? 0 });
  const lock = takeWriterLock(gone);
  expect(lock.held()).toBe(true);
  lock.release();
});

test.each<[string, Partial<Owner>]>([
  ['whose number another process has now', { started: '1' }],
  ['from before the machine was started', { boot: 'another-boot' }],
])('the lock of a process %s can be taken', (_, change) => {
  const lock = takeWriterLock(lockOf(change));
  expect(lock.held()).toBe(true);
  lock.release();
});

test('the lock of a process on another machine is refused', () => {
  expect(() => takeWriterLock(lockOf({ machine: 'elsewhere' }))).toThrow(
    /on elsewhere is writing.*remove .*writer\.lock/,
  );
});

test('an unreadable lock is refused with a message that says when to remove it', () => {
  const file = lockFile();
  writeFileSync(file, 'who knows');
  expect(() => takeWriterLock(file)).toThrow('cannot be read; if no process writes to this run, remove it');
});

test('a writer detects that it lost its lock, and does not remove the new one', () => {
  const file = lockFile();
  const first = takeWriterLock(file);
  rmSync(file);
  const second = takeWriterLock(file);
  expect([first.held(), second.held()]).toEqual([false, true]);
  first.release();
  expect(second.held()).toBe(true);
});
