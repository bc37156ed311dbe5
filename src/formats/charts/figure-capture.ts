// The schema of what python/site/_pybench_figures writes about a saved figure. It comes from the sandbox and is
// untrusted.
import { z } from 'zod';

const number = z.number().nullable();
const column = z.array(number);
/** "#rrggbb", or "#rrggbbaa" with transparency; null if nothing is painted. */
const color = z
  .string()
  .regex(/^#[0-9a-f]{6}([0-9a-f]{2})?$/)
  .nullable();
/** One colour for all items, or one for each. */
const colors = z.union([color, z.array(color)]);
/** In file coordinates, from the lower left corner. */
const point = z.tuple([number, number]);
/** Left, bottom, width and height, in the same coordinates. */
const box = z.tuple([number, number, number, number]);
/** Which of x and y are in data coordinates; the others are fractions of the axes or in another unit. */
const data = z.enum(['xy', 'x', 'y', '']);
const scale = {
  colorMap: z.string().optional(),
  colorLimits: z.tuple([number, number]).optional(),
  colorScale: z.string().optional(),
};
const paint = { color, edge: color };
/** The total number of values, of which fewer may be stored. */
const length = z.int();
const label = z.string();

const axisSchema = z.strictObject({
  label,
  scale: z.string(),
  limits: z.tuple([number, number]),
  inverted: z.boolean(),
  visible: z.boolean(),
  grid: z.boolean(),
  ticks: z.array(z.strictObject({ at: number, label })),
  kind: z.enum(['number', 'category', 'date', 'period']),
  /** The names of a category axis and their positions. */
  categories: z.array(z.tuple([z.string(), number])).optional(),
  /** Day 0 of a date axis, whose unit is days. */
  epoch: z.string().optional(),
  /** The frequency of a pandas period axis, whose unit is periods since 1970. */
  frequency: z.string().optional(),
});

const lineSchema = z.strictObject({
  label,
  length,
  x: column,
  y: column,
  z: column.optional(),
  /** The type of x or y if they were not numbers: dates, periods, names. */
  xText: z.array(z.string()).optional(),
  yText: z.array(z.string()).optional(),
  data,
  color,
  style: z.string(),
  width: z.number(),
  steps: z.string(),
  marker: z.string().nullable(),
  markerColor: color,
  pixels: z.array(point),
});

const ranges = { xRanges: z.array(column).optional(), yRanges: z.array(column).optional() };
const errorBarsSchema = z.strictObject({ label, x: column.nullable(), y: column.nullable(), ...ranges });

const barsSchema = z.strictObject({
  label,
  orientation: z.enum(['vertical', 'horizontal']),
  length,
  x: column,
  y: column,
  width: column,
  height: column,
  color: colors,
  edge: color,
  hatch: z.string().nullable(),
  pixels: z.array(box).optional(),
  /** Instead of boxes, if bars are not rectangles. */
  centers: z.array(point).optional(),
  errors: z.strictObject(ranges).optional(),
});

const rectangleSchema = z.strictObject({
  label,
  x: number,
  y: number,
  width: number,
  height: number,
  angle: number,
  data,
  ...paint,
  pixels: box,
});

const wedgeSchema = z.strictObject({
  label,
  theta1: number,
  theta2: number,
  share: number,
  center: point,
  radius: number,
  inner: number,
  /** Texts on the bisector of the wedge: the label, the percentage. */
  texts: z.array(z.string()),
  ...paint,
  /** A point inside the wedge. */
  pixels: point,
});

const stairsSchema = z.strictObject({
  label,
  orientation: z.string(),
  length,
  values: column,
  edges: column,
  baseline: column.nullable(),
  ...paint,
});

const shapeSchema = z.strictObject({
  kind: z.string(),
  label,
  length,
  paths: z.array(z.array(point)),
  data,
  ...paint,
});

const pointsSchema = z.strictObject({
  kind: z.string(),
  label,
  length,
  x: column,
  y: column,
  z: column.optional(),
  data,
  size: z.union([number, column]),
  color: colors,
  values: column.optional(),
  ...scale,
  pixels: z.array(point),
});

const segmentsSchema = z.strictObject({
  label,
  length,
  segments: z.array(z.array(column)),
  data,
  color: colors,
});

const arrowsSchema = z.strictObject({ label, length, x: column, y: column, u: column, v: column, color: colors });

const contoursSchema = z.strictObject({ label, filled: z.boolean(), levels: column, ...scale });

const surfaceSchema = z.strictObject({ kind: z.string(), label, length, faces: z.array(z.array(column)), color });

const heatMapSchema = z.strictObject({
  kind: z.enum(['image', 'mesh']),
  label,
  shape: z.array(z.int()),
  /** Rows from the first; null for a colour picture. */
  values: z.array(column).nullable(),
  extent: box.optional(),
  origin: z.enum(['upper', 'lower']).optional(),
  xEdges: column.optional(),
  yEdges: column.optional(),
  ...scale,
  colorbar: z.strictObject({ label }).optional(),
});

const textSchema = z.strictObject({
  text: z.string(),
  x: number,
  y: number,
  data,
  color,
  size: number,
  rotation: number,
  pixels: point,
  /** What an annotation points at. */
  target: z.strictObject({ xy: z.array(z.union([number, z.string()])), coordinates: z.string() }).optional(),
});

const legendSchema = z.strictObject({
  title: z.string(),
  entries: z.array(z.strictObject({ text: z.string(), color, kind: z.string() })),
  pixels: box,
});

const tableSchema = z.strictObject({
  cells: z.array(z.strictObject({ row: z.int(), column: z.int(), text: z.string() })),
});

const list = <T extends z.ZodType>(of: T) => z.array(of).default([]);

const axesSchema = z.strictObject({
  pixels: box,
  projection: z.string(),
  role: z.enum(['plot', 'colorbar', 'inset', 'secondary']),
  /** The index of an earlier axes at the same position. */
  twinOf: z.int().nullable(),
  /** The position in a grid of subplots; ranges are half open. */
  cell: z
    .strictObject({
      rows: z.int(),
      columns: z.int(),
      row: z.tuple([z.int(), z.int()]),
      column: z.tuple([z.int(), z.int()]),
    })
    .nullable(),
  color,
  title: z.string(),
  titleLeft: z.string(),
  titleRight: z.string(),
  x: axisSchema,
  y: axisSchema,
  z: axisSchema.optional(),
  polar: z.strictObject({ offset: number, direction: number }).optional(),
  view: z.strictObject({ elevation: number, azimuth: number }).optional(),
  bars: list(barsSchema),
  errorBars: list(errorBarsSchema),
  lines: list(lineSchema),
  rectangles: list(rectangleSchema),
  wedges: list(wedgeSchema),
  stairs: list(stairsSchema),
  shapes: list(shapeSchema),
  points: list(pointsSchema),
  segments: list(segmentsSchema),
  arrows: list(arrowsSchema),
  contours: list(contoursSchema),
  surfaces: list(surfaceSchema),
  heatMaps: list(heatMapSchema),
  texts: list(textSchema),
  tables: list(tableSchema),
  legends: list(legendSchema),
});

const aroundAxes = {
  suptitle: z.string(),
  supxlabel: z.string(),
  supylabel: z.string(),
  texts: z.array(textSchema),
  legends: z.array(legendSchema),
};
export const figureCaptureSchema = z.strictObject({
  version: z.literal(1),
  /** The SHA-256 of the saved file. */
  digest: z.string().regex(/^[0-9a-f]{64}$/),
  bytes: z.int(),
  format: z.string(),
  /** The size of the figure; bbox_inches may have cropped the file. */
  inches: z.tuple([z.number(), z.number()]),
  matplotlib: z.string(),
  image: z.strictObject({ width: z.number(), height: z.number(), unit: z.enum(['px', 'pt']) }),
  figure: z.strictObject({
    dpi: z.number(),
    color,
    ...aroundAxes,
    subfigures: z.array(z.strictObject(aroundAxes)),
  }),
  axes: z.array(axesSchema),
  /** Characters that the fonts lack: the picture shows boxes instead. */
  missingGlyphs: z.string(),
  /** Artists that could not be read, and why. */
  unread: z.array(z.string()),
  /** The number of artists beyond the limit. */
  leftOut: z.int(),
});

export type FigureCapture = z.infer<typeof figureCaptureSchema>;
