// The time of day at the start, advanced by a monotonic clock, because the machine's clock may be set during a run.
export function steadyClock(): () => Date {
  const offset = Date.now() - performance.now();
  return () => new Date(offset + performance.now());
}
