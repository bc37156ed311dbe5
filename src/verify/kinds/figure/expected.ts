// What a check expects of a figure, as data: panels with their series, keyed by the labels that a reader sees.
import { z } from 'zod';

/** Compared without regard to case, width and spaces. */
const words = z.union([z.object({ equals: z.string() }), z.object({ contains: z.array(z.string()) })]);
export type ExpectedWords = z.infer<typeof words>;

const place = z.union([z.number(), z.string()]);

const seriesSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('bars'),
    /** As the legend calls it; left out, all bars of the panel are one series. */
    name: z.string().optional(),
    /** By the label on the axis: a height from zero, or from where to where a bar goes. */
    values: z.record(z.string(), z.union([z.number(), z.tuple([z.number(), z.number()])])),
    /** The bars lie on each other: heights count, wherever they begin. */
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
  /** Of the values' axis. */
  scale: z.enum(['linear', 'log']).optional(),
  series: z.array(seriesSchema),
});
export type ExpectedPanel = z.infer<typeof panelSchema>;

export const expectedFigure = {
  panels: z.array(panelSchema).min(1),
  /** What the panels look like after this button of a menu was chosen; left out: as the figure opens. */
  view: z.string().optional(),
  /** The labels of all buttons, in any order. */
  views: z.array(z.string()).optional(),
  /** The entry that the menu shows as chosen while the panels are looked at; left out: the view. */
  chosen: z.string().optional(),
  /** What 1 is worth where values are in a larger unit: 1000 for thousands of euros, so that "€500k" is 500. */
  unit: z.number().positive().optional(),
  /** How far values may be off, as a share of what their axis shows. */
  tolerance: z.number().positive().optional(),
};
