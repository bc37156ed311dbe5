// YAML 1.2, which reads what PyYAML writes: dates stay text. One document a file, keys once, aliases counted.
import { parseDocument, stringify } from 'yaml';
import type { Json } from '../core/index.ts';
import { formatLimits } from './limits.ts';
import { checkSize, FormatProblem, parsing } from './problem.ts';
import { decodeText } from './text.ts';
import { checkedValue } from './value.ts';

export function readYaml(bytes: Uint8Array): Json {
  checkSize(bytes);
  const text = decodeText(bytes);
  checkFlow(text);
  return parsing('YAML', () => {
    const document = parseDocument(text, { stringKeys: true, logLevel: 'silent', merge: true });
    const [error] = document.errors;
    if (error) throw new FormatProblem(`the file is not YAML: ${error.message.split('\n')[0]}`);
    return checkedValue(document.toJS({ maxAliasCount: formatLimits.aliases }));
  });
}

/** The parser recurses into brackets; more of them on one line than any value has would cost it its stack or minutes. */
function checkFlow(text: string): void {
  if (/(?:[[{]\s*){64}|(?:- ){64}/.test(text)) throw new FormatProblem('the file is nested too deeply');
}

export function writeYaml(value: Json): string {
  return stringify(value, { lineWidth: 0 });
}
