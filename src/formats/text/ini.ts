// Reads INI files like Python's configparser: sections of names and texts; repeated sections and names are refused.
import { formatLimits } from '../limits.ts';
import { checkSize, FormatProblem } from '../problem.ts';
import { decodeText } from './text.ts';

export type Ini = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Names become lower case, as in configparser. Indented lines continue a value. */
export function readIni(bytes: Uint8Array): Ini {
  checkSize(bytes, formatLimits.settingsBytes);
  const sections = new Map<string, Map<string, string>>();
  let section: Map<string, string> | undefined;
  let name: string | undefined;
  for (const [index, line] of decodeText(bytes).split(/\r?\n/).entries()) {
    const bare = line.trimEnd();
    const title = bare.length > 2 && bare.startsWith('[') && bare.endsWith(']') ? bare.slice(1, -1) : undefined;
    const sign = line.search(/[=:]/);
    if (/^(?:[#;]|$)/.test(line.trimStart())) continue;
    else if (title !== undefined) {
      if (sections.has(title)) throw new FormatProblem(`the section [${title}] occurs twice`);
      sections.set(title, (section = new Map()));
      name = undefined;
    } else if (!section) throw new FormatProblem(`line ${index + 1} stands before any section`);
    else if (/^\s/.test(line) && name !== undefined) section.set(name, `${section.get(name)}\n${line.trim()}`);
    else if (sign > 0) {
      name = line.slice(0, sign).trim().toLowerCase();
      if (section.has(name)) throw new FormatProblem(`"${name}" occurs twice in one section`);
      section.set(name, line.slice(sign + 1).trim());
    } else throw new FormatProblem(`line ${index + 1} is neither a section nor a setting`);
  }
  return Object.fromEntries([...sections].map(([title, values]) => [title, Object.fromEntries(values)]));
}

export function writeIni(ini: Ini): string {
  return Object.entries(ini)
    .map(([title, values]) => {
      const lines = Object.entries(values).map(([name, value]) => `${name} = ${value.replaceAll('\n', '\n\t')}\n`);
      return `[${title}]\n${lines.join('')}`;
    })
    .join('\n');
}
