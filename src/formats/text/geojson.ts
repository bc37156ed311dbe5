// Reads and writes GeoJSON: features with geometries in longitude and latitude.
import { z } from 'zod';
import type { Json } from '../../core/index.ts';
import { readJson, writeJson } from './json.ts';
import { FormatProblem } from '../problem.ts';

const positionSchema = z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)]).rest(z.number());
const lineSchema = z.array(positionSchema).min(2);
const ringSchema = z
  .array(positionSchema)
  .min(4)
  .refine((ring) => JSON.stringify(ring[0]) === JSON.stringify(ring.at(-1)), 'a ring does not end where it begins');

const geometrySchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('Point'), coordinates: positionSchema }),
  z.object({ type: z.literal('MultiPoint'), coordinates: z.array(positionSchema) }),
  z.object({ type: z.literal('LineString'), coordinates: lineSchema }),
  z.object({ type: z.literal('MultiLineString'), coordinates: z.array(lineSchema) }),
  z.object({ type: z.literal('Polygon'), coordinates: z.array(ringSchema) }),
  z.object({ type: z.literal('MultiPolygon'), coordinates: z.array(z.array(ringSchema)) }),
]);
const featureSchema = z.object({
  type: z.literal('Feature'),
  id: z.union([z.string(), z.number()]).optional(),
  properties: z.record(z.string(), z.json()).nullable(),
  geometry: geometrySchema.nullable(),
});
const fileSchema = z.object({ type: z.literal('FeatureCollection'), features: z.array(featureSchema) });

export type GeoFeature = z.infer<typeof featureSchema>;

/** The features of a FeatureCollection. */
export function readGeoJson(bytes: Uint8Array): GeoFeature[] {
  const read = fileSchema.safeParse(readJson(bytes));
  if (read.success) return read.data.features;
  const [issue] = read.error.issues;
  throw new FormatProblem(
    `the file is not a GeoJSON FeatureCollection: ${issue?.path.join('.') || 'the whole file'}: ${issue?.message ?? 'invalid'}`,
  );
}

export function writeGeoJson(features: readonly Omit<GeoFeature, 'type'>[]): string {
  const all = features.map((feature) => ({ type: 'Feature', ...feature }));
  return writeJson({ type: 'FeatureCollection', features: all as unknown as Json[] });
}
