// What a query requests: typed values in the answer block, and files under ./output.
// The kit writes this into the query and the verifier reads the same data, so that both agree.
import { z } from 'zod';
import type { Language } from './ids.ts';

/** The same sentence in both languages. */
export type Text = Readonly<Record<Language, string>>;
const textSchema = z.object({ en: z.string(), zh: z.string() });

const scalarSchemas = [
  z.object({ type: z.literal('number'), decimals: z.int().min(0).max(12) }),
  z.object({ type: z.literal('integer') }),
  z.object({ type: z.literal('text') }),
  z.object({ type: z.literal('boolean') }),
  z.object({ type: z.literal('date') }),
  z.object({ type: z.literal('choice'), options: z.array(z.string()).min(2) }),
] as const;

const scalarTypeSchema = z.discriminatedUnion('type', scalarSchemas);
export type ScalarType = z.infer<typeof scalarTypeSchema>;

const valueTypeSchema = z.discriminatedUnion('type', [
  ...scalarSchemas,
  z.object({ type: z.literal('list'), of: scalarTypeSchema }),
  z.object({ type: z.literal('set'), of: scalarTypeSchema }),
]);
export type ValueType = z.infer<typeof valueTypeSchema>;

const answerFieldSchema = z.object({ value: valueTypeSchema, about: textSchema });
export type AnswerField = z.infer<typeof answerFieldSchema>;

export const answerSchemaSchema = z.record(z.string().regex(/^[a-z][a-z0-9_]*$/), answerFieldSchema);
export type AnswerSchema = z.infer<typeof answerSchemaSchema>;

const columnSchema = z.object({ value: scalarTypeSchema, about: textSchema.optional() });
export type Column = z.infer<typeof columnSchema>;

export const outputSpecSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('table'),
    about: textSchema,
    columns: z.record(z.string(), columnSchema),
    /** The columns that identify a row. */
    key: z.array(z.string()).min(1),
    /** The required order of the rows; any order if omitted. */
    order: textSchema.optional(),
    /** The sheet of a workbook (default: the first one) or the table of a database (required). */
    sheet: z.string().optional(),
  }),
  z.object({ type: z.literal('file'), about: textSchema }),
]);
export type OutputSpec = z.infer<typeof outputSpecSchema>;
export type TableSpec = Extract<OutputSpec, { type: 'table' }>;

/** Paths are relative to the workspace and stay under ./output. */
const outputPathSchema = z.string().regex(/^output\/[\w.-]+(\/[\w.-]+)*$/);
export const outputsSchema = z.record(outputPathSchema, outputSpecSchema);
export type Outputs = z.infer<typeof outputsSchema>;
