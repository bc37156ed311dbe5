// TOML. Dates and times are read as text.
import { parse, stringify } from 'smol-toml';
import type { Json } from '../core/index.ts';
import { formatLimits } from './limits.ts';
import { checkSize, parsing } from './problem.ts';
import { decodeText } from './text.ts';
import { checkedValue } from './value.ts';

export function readToml(bytes: Uint8Array): Record<string, Json> {
  checkSize(bytes);
  const text = decodeText(bytes);
  return parsing(
    'TOML',
    () => checkedValue(parse(text, { maxDepth: formatLimits.valueDepth })) as Record<string, Json>,
  );
}

export function writeToml(value: Readonly<Record<string, Json>>): string {
  return `${stringify(value)}\n`;
}
