// The layout of a run folder.
import { join } from 'node:path';

export const runPaths = (folder: string) => ({
  config: join(folder, 'run.json'),
  lock: join(folder, 'lock.json'),
  results: join(folder, 'results.jsonl'),
  writer: join(folder, 'writer.lock'),
  trial: (id: string) => {
    const trial = join(folder, 'trials', id);
    return {
      folder: trial,
      events: join(trial, 'events.jsonl'),
      truth: join(trial, 'truth.json'),
      notebook: join(trial, 'notebook.ipynb'),
      file: (path: string) => join(trial, path),
    };
  },
});

export type TrialPaths = ReturnType<ReturnType<typeof runPaths>['trial']>;

/** `20261115-223801-reference-x7k2`: sorts by time, names the agent, and is unique. */
export function runName(at: Date, agent: string, id: string): string {
  const time = at.toISOString().slice(0, 19).replaceAll('-', '').replaceAll(':', '').replace('T', '-');
  return `${time}-${agent.replace(/[^\w.-]+/g, '-').slice(0, 60)}-${id}`;
}
