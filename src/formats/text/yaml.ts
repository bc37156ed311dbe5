// Reads YAML 1.2, which includes PyYAML's output: dates stay text. One document per file, unique keys, limited aliases.
import type { Json } from '../../core/index.ts';
import { formatLimits } from '../limits.ts';
import { checkSize, FormatProblem, parsing } from '../problem.ts';
import { decodeText } from './text.ts';
import { checkedValue } from './value.ts';

const MAX_FLOW = 256;

export async function readYaml(bytes: Uint8Array): Promise<Json> {
  checkSize(bytes, formatLimits.settingsBytes);
  const text = decodeText(bytes);
  checkFlow(text);
  const { isScalar, parseDocument, visit } = await import('yaml');
  return parsing('YAML', () => {
    const document = parseDocument(text, { stringKeys: true, logLevel: 'error', merge: true, uniqueKeys: false });
    const [error] = document.errors;
    if (error) throw new FormatProblem(`the file is not YAML: ${error.message.split('\n')[0]}`);
    // The parser's own check for duplicate keys takes quadratic time.
    visit(document, {
      Map: (_, { items }) => {
        const seen = new Set<unknown>();
        for (const { key } of items) {
          const name = isScalar(key) ? key.value : key;
          if (seen.has(name) && name !== '<<') throw new FormatProblem(`the file has the key "${String(name)}" twice`);
          seen.add(name);
        }
      },
    });
    return checkedValue(document.toJS({ maxAliasCount: formatLimits.aliases }));
  });
}

/**
 * The parser recurses, so open brackets are counted first. The limit is high, because strings may contain brackets
 * too.
 */
function checkFlow(text: string): void {
  let depth = 0;
  for (const [bracket] of text.matchAll(/[[\]{}]/g)) {
    depth = bracket === '[' || bracket === '{' ? depth + 1 : Math.max(0, depth - 1);
    if (depth > MAX_FLOW) throw new FormatProblem('the file is nested too deeply');
  }
  if (/(?:- ){64}/.test(text)) throw new FormatProblem('the file is nested too deeply');
}

export async function writeYaml(value: Json): Promise<string> {
  const { stringify } = await import('yaml');
  return stringify(value, { lineWidth: 0 });
}
