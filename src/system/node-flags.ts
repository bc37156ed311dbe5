// Flags of Node for work on large files: garbage collection on one thread, with a large young generation, takes less
// CPU time than the default of V8 on a machine with several cores.

/** `heapMegabytes` limits the heap of the child process, without typed arrays and buffers; by default Node decides. */
export function nodeFlags(heapMegabytes?: number): string[] {
  const flags = ['--single-threaded-gc', '--min-semi-space-size=32', '--max-semi-space-size=32'];
  return heapMegabytes === undefined ? flags : [`--max-old-space-size=${heapMegabytes}`, ...flags];
}
