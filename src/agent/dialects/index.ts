import type { Dialect, DialectName } from './dialect.ts';
import { fenceDialect } from './fence.ts';
import { tagsDialect } from './tags.ts';
import { toolsDialect } from './tools.ts';

export * from './dialect.ts';

export const dialects: Readonly<Record<DialectName, Dialect>> = {
  fence: fenceDialect,
  tags: tagsDialect,
  tools: toolsDialect,
};
