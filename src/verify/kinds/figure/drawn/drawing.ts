// The record of a figure that the harness drew in its own browser: texts and shapes with their positions in the
// picture, and what the pixels show of each. The page is untrusted, so the grader validates the whole record.
import { z } from 'zod';

/** A file under ./output, and the submitted files that its page may load. */
export interface FigureFile {
  readonly file: string;
  readonly files: ReadonlyMap<string, Uint8Array>;
}

const point = z.tuple([z.number(), z.number()]);

const textSchema = z.object({
  text: z.string(),
  /** Corners in the direction of reading: start and end of the upper edge, end and start of the lower one. */
  quad: z.tuple([point, point, point, point]),
  panel: z.string(),
  legend: z.boolean(),
  /** Why it cannot be read in the picture. */
  unread: z.string().optional(),
});
export type DrawnText = z.infer<typeof textSchema>;

const shapeSchema = z.object({
  outlines: z.array(
    z.object({ closed: z.boolean(), runs: z.array(z.object({ curve: z.boolean(), points: z.array(point) })) }),
  ),
  /** "#rrggbb" as declared, "other" for a pattern or gradient, null if nothing is painted. */
  fill: z.string().nullable(),
  stroke: z.string().nullable(),
  strokeWidth: z.number(),
  /** The opacity of the paint, multiplied by the opacity of all groups around it. */
  alpha: z.number(),
  panel: z.string(),
  legend: z.boolean(),
  /** The most frequent colour of its area, or of its stroke, in the picture. */
  color: z.string(),
  /** The share of the area that has this colour, or of the stroke that also contrasts with its surroundings. */
  seen: z.number(),
  /** Top, right, bottom, left: the share of each edge of its box along which the colour changes. */
  edges: z.tuple([z.number(), z.number(), z.number(), z.number()]),
});
export type DrawnShape = z.infer<typeof shapeSchema>;

const sceneSchema = z.object({ texts: z.array(textSchema), shapes: z.array(shapeSchema) });
export type Scene = z.infer<typeof sceneSchema>;

export const drawingSchema = z.object({
  width: z.number(),
  height: z.number(),
  /** The entries of the page's menu, in order. */
  menu: z.array(z.string()),
  views: z.array(
    z.object({
      /** The entry that was chosen; null for the initial state of the page. */
      chosen: z.string().nullable(),
      /** The entry that the menu shows as chosen; null if it cannot be read. */
      shown: z.string().nullable(),
      scene: sceneSchema,
    }),
  ),
  /** Uncaught errors of the page's scripts. */
  errors: z.array(z.string()),
  /** Why the remaining states were not recorded; the cause is the figure itself. */
  stopped: z.string().optional(),
});
export type Drawing = z.infer<typeof drawingSchema>;

export const MAX_SHAPES = 4000;
export const MAX_TEXTS = 1000;
export const MAX_POINTS = 100_000;
/** Maximum number of characters in the JSON of a drawing. */
export const MAX_DRAWING = 24 * 2 ** 20;
