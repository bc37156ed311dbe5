// Allows one writer per run. The lock file names its process: the lock of an ended process is replaced.
import {
  closeSync,
  fstatSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { z } from 'zod';
import { Problem } from '../core/index.ts';
import { processStat } from '../system/index.ts';

/** Process ids are reused, so a process is identified by its start time too, in ticks since the machine booted. */
const writerSchema = z.object({
  pid: z.int().positive(),
  started: z.string().nullable(),
  boot: z.string().nullable(),
  machine: z.string(),
});
type Writer = z.infer<typeof writerSchema>;

export interface WriterLock {
  /** Whether this process still holds the lock: false after another process removed the folder or took the lock. */
  held(): boolean;
  release(): void;
}

export function takeWriterLock(file: string): WriterLock {
  const claim = `${file}.${process.pid}-${randomBytes(4).toString('hex')}`;
  // The file stays open so that its inode number is not reused.
  const own = openSync(claim, 'wx');
  try {
    writeFileSync(own, `${JSON.stringify(thisProcess())}\n`);
    // A hard link to a complete file: other processes never read a lock without its owner.
    while (!linked(claim, file)) removeStale(file);
  } catch (error) {
    closeSync(own);
    throw error;
  } finally {
    rmSync(claim, { force: true });
  }
  const { ino, dev } = fstatSync(own);
  const held = () => {
    const now = statSync(file, { throwIfNoEntry: false });
    return now?.ino === ino && now.dev === dev;
  };
  const release = () => {
    if (held()) rmSync(file, { force: true });
    closeSync(own);
  };
  return { held, release };
}

function linked(claim: string, file: string): boolean {
  try {
    linkSync(claim, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Removes the lock of an ended process. Throws if the owner is running, or may be running on another machine. */
function removeStale(file: string): void {
  const owner = readWriter(file);
  if (owner === 'gone') return;
  if (owner === 'unreadable') throw new Problem(`${file} cannot be read; if no process writes to this run, remove it`);
  if (owner.machine !== hostname()) {
    const who = `process ${owner.pid} on ${owner.machine}`;
    throw new Problem(`${who} is writing to this run; if that process has ended, remove ${file}`);
  }
  if (isAlive(owner)) {
    throw new Problem(`process ${owner.pid} is writing to this run; wait until it ends, or stop it first`);
  }
  // Renames the stale lock, so that only one of two concurrent processes succeeds.
  const aside = `${file}.stale-${randomBytes(4).toString('hex')}`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  const taken = readWriter(aside);
  const livesAfterAll = typeof taken === 'object' && isAlive(taken);
  if (livesAfterAll) linked(aside, file);
  rmSync(aside, { force: true });
  if (livesAfterAll) throw new Problem(`process ${taken.pid} is writing to this run; wait until it ends`);
}

function readWriter(file: string): Writer | 'gone' | 'unreadable' {
  try {
    return writerSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'gone' : 'unreadable';
  }
}

function isAlive({ pid, started, boot }: Writer): boolean {
  if (boot !== bootId()) return false;
  if (started !== null) return startOf(pid) === started;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function thisProcess(): Writer {
  return { pid: process.pid, started: startOf(process.pid), boot: bootId(), machine: hostname() };
}

/** Null without /proc, or if the process does not exist. */
function startOf(pid: number): string | null {
  const stat = processStat(pid);
  // A zombie process has ended and does not write.
  return stat?.running ? stat.started : null;
}

function bootId(): string | null {
  return contentOf('/proc/sys/kernel/random/boot_id')?.trim() ?? null;
}

function contentOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
