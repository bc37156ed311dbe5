// The schema of what a check expects of a figure: panels with their series, keyed by the visible labels.
import { z } from 'zod';

/** Compared without regard to letter case, character width and amount of whitespace. */
const words = z.union([z.object({ equals: z.string() }), z.object({ contains: z.array(z.string()) })]);
export type ExpectedWords = z.infer<typeof words>;

const place = z.union([z.number(), z.string()]);

const seriesSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('bars'),
    /** Its name in the legend; if omitted, all bars of the panel form one series. */
    name: z.string().optional(),
    /** By axis label: a height from zero, or both ends of a bar. */
    values: z.record(z.string(), z.union([z.number(), z.tuple([z.number(), z.number()])])),
    /** For stacked bars: only the height of each bar is compared, not where it starts. */
    stacked: z.boolean().optional(),
    /** "#rrggbb" by label, where the query asks for colours. */
    colors: z.record(z.string(), z.string()).optional(),
    /** Labels from left to right, or from top to bottom, where the query asks for an order. */
    order: z.array(z.string()).optional(),
    horizontal: z.boolean().optional(),
  }),
  z.object({
    kind: z.enum(['line', 'points']),
    name: z.string().optional(),
    /** A null is a gap. Days are written as 2024-03-05. */
    points: z.array(z.tuple([place, z.number().nullable()])),
  }),
  z.object({ kind: z.literal('pie'), name: z.string().optional(), shares: z.record(z.string(), z.number()) }),
  z.object({
    kind: z.literal('heat'),
    name: z.string().optional(),
    /** By row, then by column. */
    values: z.record(z.string(), z.record(z.string(), z.number().nullable())),
  }),
  z.object({
    kind: z.literal('flow'),
    name: z.string().optional(),
    links: z.array(z.object({ from: z.string(), to: z.string(), value: z.number() })),
  }),
]);
export type ExpectedSeries = z.infer<typeof seriesSchema>;

const panelSchema = z.object({
  title: words.optional(),
  xLabel: words.optional(),
  yLabel: words.optional(),
  /** The scale of the value axis. */
  scale: z.enum(['linear', 'log']).optional(),
  series: z.array(seriesSchema),
});
export type ExpectedPanel = z.infer<typeof panelSchema>;

export const expectedFigure = {
  panels: z.array(panelSchema).min(1),
  /** The panels are checked after this menu button is chosen; if omitted, in the initial state of the figure. */
  view: z.string().optional(),
  /** The labels of all buttons, in any order. */
  views: z.array(z.string()).optional(),
  /** The entry that the menu must show as chosen in that state; if omitted, `view`. */
  chosen: z.string().optional(),
  /** The unit of the expected values: 1000 if they are in thousands of euros, so that "€500k" is 500. */
  unit: z.number().positive().optional(),
  /** Maximum deviation of values, as a share of the range that their axis shows. */
  tolerance: z.number().positive().optional(),
};
