// The names of the dialects: how a model says "run this" and "I am done". src/dialects implements them.
import { z } from 'zod';

export const dialectNames = ['fence', 'tags', 'tools'] as const;
export const dialectNameSchema = z.enum(dialectNames);
export type DialectName = z.infer<typeof dialectNameSchema>;
