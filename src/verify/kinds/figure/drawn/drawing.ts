// What the harness saw of a figure that it drew in its own browser: texts and shapes where they stand in the picture,
// each with what the pixels say about it. The page is untrusted, so the grader parses all of it.
import { z } from 'zod';

/** A file under ./output, and those beside it that a page may load. */
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
  /** "#rrggbb" as declared, "other" for a pattern or gradient, null where nothing is painted. */
  fill: z.string().nullable(),
  stroke: z.string().nullable(),
  strokeWidth: z.number(),
  /** Of the paint, with all groups around it. */
  alpha: z.number(),
  panel: z.string(),
  legend: z.boolean(),
  /** The colour that most of its area, or of its stroke, has in the picture. */
  color: z.string(),
  /** The part of the area, or of the stroke, that has this colour and stands out from what is around. */
  seen: z.number(),
  /** Top, right, bottom, left: the part of each edge of its box at which the picture changes. */
  edges: z.tuple([z.number(), z.number(), z.number(), z.number()]),
});
export type DrawnShape = z.infer<typeof shapeSchema>;

const sceneSchema = z.object({ texts: z.array(textSchema), shapes: z.array(shapeSchema) });
export type Scene = z.infer<typeof sceneSchema>;

export const drawingSchema = z.object({
  width: z.number(),
  height: z.number(),
  /** The entries of the page's menu in their order. */
  menu: z.array(z.string()),
  views: z.array(
    z.object({
      /** The entry that was chosen; null: as the page opens. */
      chosen: z.string().nullable(),
      /** What the menu shows as chosen, if that can be read. */
      shown: z.string().nullable(),
      scene: sceneSchema,
    }),
  ),
  /** What the page's scripts complained about. */
  errors: z.array(z.string()),
  /** Why the rest was not looked at; the cause lies in the figure. */
  stopped: z.string().optional(),
});
export type Drawing = z.infer<typeof drawingSchema>;

export const MAX_SHAPES = 4000;
export const MAX_TEXTS = 1000;
export const MAX_POINTS = 100_000;
/** Of the JSON of a drawing. */
export const MAX_DRAWING = 24 * 2 ** 20;
