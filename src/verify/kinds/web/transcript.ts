// The result of playing a script: one observation for each look, up to the first step that failed.
import { z } from 'zod';
import { jsonSchema } from '../../../core/index.ts';

export const transcriptSchema = z.object({
  /** Observations, by the index of the step of their expectation. */
  seen: z.record(z.string(), jsonSchema),
  /** The step that could not be carried out, and why. */
  stopped: z.object({ step: z.int(), why: z.string() }).optional(),
  /** Texts of dialogs that the page opened, such as alert(). The player dismisses them. */
  dialogs: z.array(z.string()),
});
export type PageTranscript = z.infer<typeof transcriptSchema>;

/** The longest text of an element that is graded, in characters. */
export const MAX_TEXT = 2000;
export const MAX_ITEMS = 400;
export const MAX_TRANSCRIPT = 16 * 2 ** 20;
