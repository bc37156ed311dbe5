// What came of a script: one observation for each look, up to the first step that could not be carried out.
import { z } from 'zod';
import { jsonSchema } from '../../../core/index.ts';

export const transcriptSchema = z.object({
  /** By the index of the expectation's step. */
  seen: z.record(z.string(), jsonSchema),
  /** The step that could not be carried out, and why. */
  stopped: z.object({ step: z.int(), why: z.string() }).optional(),
  /** Messages that the page put in the way, as alert() does. They were dismissed. */
  dialogs: z.array(z.string()),
});
export type PageTranscript = z.infer<typeof transcriptSchema>;

/** The most text of a page that is graded. */
export const MAX_TEXT = 2000;
export const MAX_ITEMS = 400;
export const MAX_TRANSCRIPT = 16 * 2 ** 20;
