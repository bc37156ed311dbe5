// Reads TOML. Dates and times become text.
import type { Json } from '../../core/index.ts';
import { formatLimits } from '../limits.ts';
import { checkSize, parsing } from '../problem.ts';
import { decodeText } from './text.ts';
import { checkedValue } from './value.ts';

export async function readToml(bytes: Uint8Array): Promise<Record<string, Json>> {
  checkSize(bytes, formatLimits.settingsBytes);
  const text = decodeText(bytes);
  const { parse } = await import('smol-toml');
  return parsing(
    'TOML',
    () => checkedValue(parse(text, { maxDepth: formatLimits.valueDepth })) as Record<string, Json>,
  );
}

export async function writeToml(value: Readonly<Record<string, Json>>): Promise<string> {
  const { stringify } = await import('smol-toml');
  return `${stringify(value)}\n`;
}
