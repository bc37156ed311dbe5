// `web`: before grading, a script of steps is played on a submitted page in a browser without network. The grader
// compares the recorded observations with the expected values.
import { z } from 'zod';
import { defineKind } from '../../define-kind.ts';
import { stepSchema, type WebStep } from './script.ts';

const webCheckSchema = z.object({
  kind: z.literal('web'),
  name: z.string(),
  cites: z.string(),
  file: z.string(),
  steps: z.array(stepSchema).min(2).max(400),
  /** Seed of the page's Math.random. */
  seed: z.int(),
});
export type WebCheck = z.infer<typeof webCheckSchema>;

/** The page at `file` behaves as the script says. `group` names the topic of the script in a word or two. */
export function webPasses(file: string, group: string, steps: WebStep[], cites: string, seed = 1): WebCheck {
  const [first] = steps;
  if (!first || !('do' in first) || first.do !== 'open') throw new Error(`"web ${group}" must open the page first`);
  return { kind: 'web', name: `web ${group}`, cites, file, steps, seed };
}

export const webKind = defineKind({
  schema: webCheckSchema,
  about: 'a page behaves and looks as a script of steps says',
  failure: 'wrong page',
  executes: true,
  preparations: [async () => (await import('./execute.ts')).executePages],
  uses: ['browsers'],
  evaluator: async () => (await import('./evaluate.ts')).evaluateWeb,
  mutators: async () => ({ file: (await import('./mutators/page.ts')).pageMutator }),
});
