// The available memory of the machine, measured after it is stable.
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const PAUSE_MS = 500;
const QUIET = 4;
const MOST = 240;
const NOISE_BYTES = 4 * 2 ** 20;

/** Waits until the value is stable for two seconds, because the kernel counts freed pages with a delay of seconds. */
export async function availableBytes(): Promise<number> {
  let last = now();
  for (let round = 0, quiet = 0; round < MOST && quiet < QUIET; round += 1) {
    await sleep(PAUSE_MS);
    const next = now();
    quiet = Math.abs(next - last) < NOISE_BYTES ? quiet + 1 : 0;
    last = next;
  }
  return last;
}

function now(): number {
  return Number(/MemAvailable:\s+(\d+)/.exec(readFileSync('/proc/meminfo', 'utf8'))?.[1]) * 1024;
}
