// The time of day at the start, and from there on a clock that cannot jump: somebody may set the machine's meanwhile.
export function steadyClock(): () => Date {
  const offset = Date.now() - performance.now();
  return () => new Date(offset + performance.now());
}
