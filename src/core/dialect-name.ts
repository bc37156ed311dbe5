// The names of the dialects: the ways a model asks to run code and to finish. src/dialects implements them.
import { z } from 'zod';

export const dialectNames = ['fence', 'tags', 'tools'] as const;
export const dialectNameSchema = z.enum(dialectNames);
export type DialectName = z.infer<typeof dialectNameSchema>;
