// Documents as Markdown and as HTML.
import type { Block, Document, DocumentTable } from './document.ts';
import { dates } from '../../core/index.ts';

export function markdown(document: Document): string {
  const parts = [
    `# ${marked(document.title)}`,
    ...byline(document).map((line) => `*${marked(line)}*`),
    ...document.blocks.map(block),
  ];
  return `${parts.join('\n\n')}\n`;
}

function block(each: Block): string {
  switch (each.type) {
    case 'heading':
      return `${'#'.repeat(each.level + 1)} ${marked(each.text)}`;
    case 'paragraph':
      return marked(each.text);
    case 'quote':
      return `> ${marked(each.text)}`;
    case 'list':
      return each.items.map((item, index) => `${each.ordered ? `${index + 1}.` : '-'} ${marked(item)}`).join('\n');
    case 'table':
      return tableLines(each);
    case 'page-break':
      return '---';
  }
}

function tableLines({ caption, header, rows }: DocumentTable): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => marked(cell).replaceAll('|', '\\|')).join(' | ')} |`;
  const lines = [line(header), `|${header.map(() => ' --- |').join('')}`, ...rows.map(line)].join('\n');
  return caption === undefined ? lines : `**${marked(caption)}**\n\n${lines}`;
}

/** Characters that have a meaning in Markdown, and line starts that would make a list or a heading. */
function marked(text: string): string {
  return text
    .replaceAll(/[\\`*_[\]<&]/g, '\\$&')
    .replace(/^(\s*)([-+#>]|\d+(?=[.)]))/, (_, space: string, sign: string) =>
      /\d/.test(sign) ? `${space}${sign}\\` : `${space}\\${sign}`,
    );
}

/** A complete page in one language and one style, without external resources. */
export function html(document: Document): string {
  const lang = document.lang === 'zh' ? 'zh-CN' : 'en';
  const lines = byline(document).map((line) => `<p class="byline">${escaped(line)}</p>`);
  return `<!DOCTYPE html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<title>${escaped(document.title)}</title>
</head>
<body>
<h1>${escaped(document.title)}</h1>
${[...lines, ...document.blocks.map(element)].join('\n')}
</body>
</html>
`;
}

function element(each: Block): string {
  switch (each.type) {
    case 'heading':
      return `<h${each.level + 1}>${escaped(each.text)}</h${each.level + 1}>`;
    case 'paragraph':
      return `<p>${escaped(each.text)}</p>`;
    case 'quote':
      return `<blockquote>${escaped(each.text)}</blockquote>`;
    case 'list': {
      const tag = each.ordered ? 'ol' : 'ul';
      return `<${tag}>\n${each.items.map((item) => `<li>${escaped(item)}</li>`).join('\n')}\n</${tag}>`;
    }
    case 'table':
      return tableElement(each);
    case 'page-break':
      return '<hr>';
  }
}

function tableElement({ caption, header, rows }: DocumentTable): string {
  const line = (cells: readonly string[], tag: 'th' | 'td') =>
    `<tr>${cells.map((cell) => `<${tag}>${escaped(cell)}</${tag}>`).join('')}</tr>`;
  return [
    '<table>',
    ...(caption === undefined ? [] : [`<caption>${escaped(caption)}</caption>`]),
    `<thead>${line(header, 'th')}</thead>`,
    '<tbody>',
    ...rows.map((row) => line(row, 'td')),
    '</tbody>',
    '</table>',
  ].join('\n');
}

/** Author and day, where they are known. */
function byline({ author, day, lang }: Document): string[] {
  const known = [...(author === undefined ? [] : [author]), ...(day === undefined ? [] : [dates.longDay(day, lang)])];
  return known.length === 0 ? [] : [known.join(lang === 'zh' ? '　' : ', ')];
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
