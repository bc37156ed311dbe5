// The time of day at the start, advanced by a clock that cannot jump: the machine's clock may be set during a run.
export function steadyClock(): () => Date {
  const offset = Date.now() - performance.now();
  return () => new Date(offset + performance.now());
}
