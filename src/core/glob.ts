// Glob patterns for task ids.
import picomatch from 'picomatch';
import type { TaskId } from './ids.ts';

/** A pattern without a slash matches the task's own name: `tied-*`. */
export function matchesGlob(id: TaskId, pattern: string): boolean {
  return picomatch.isMatch(id, pattern.includes('/') || pattern === '**' ? pattern : `*/${pattern}`);
}
