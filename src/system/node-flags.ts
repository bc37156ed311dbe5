// How Node is started for work on large files: garbage is collected on one thread, from a large young generation, which takes
// less CPU time than V8's own choice for a machine with several cores.

/** For a child process. `heapMegabytes`: what it may hold beside typed arrays and buffers; left out, as much as Node allows. */
export function nodeFlags(heapMegabytes?: number): string[] {
  const flags = ['--single-threaded-gc', '--min-semi-space-size=32', '--max-semi-space-size=32'];
  return heapMegabytes === undefined ? flags : [`--max-old-space-size=${heapMegabytes}`, ...flags];
}
