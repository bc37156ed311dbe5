// Documents of the kit: rendering as HTML and Markdown, reports and minutes.
import markdownIt from 'markdown-it';
import { parse, type DefaultTreeAdapterTypes } from 'parse5';
import { expect, test } from 'vitest';
import { amounts, documents, prose } from '../../src/kit/index.ts';
import { drawOf, languages } from './draw.ts';

type Node = DefaultTreeAdapterTypes.Node;

/** Texts of all elements with one of these names, in order. */
function texts(node: Node, names: readonly string[]): string[] {
  const inside = (each: Node): string =>
    'value' in each ? each.value : 'childNodes' in each ? each.childNodes.map(inside).join('') : '';
  const own = 'tagName' in node && names.includes(node.tagName) ? [inside(node)] : [];
  return [...own, ...('childNodes' in node ? node.childNodes.flatMap((child) => texts(child, names)) : [])];
}

const tricky: documents.Document = {
  title: 'A <b>bold</b> & *odd* title',
  lang: 'en',
  author: 'O_N_E',
  day: '2024-03-05',
  blocks: [
    documents.heading('1. First [things]', 2),
    documents.paragraph('# not a heading, 5 < 6 & "quoted" `code`'),
    documents.quote('- not a list'),
    documents.bullets('one', '2) two'),
    documents.numbered('uno', 'dos'),
    documents.table(
      ['a|b', 'c'],
      [
        ['x|y', 1],
        ['<i>', ''],
      ],
      'Odd cells',
    ),
    documents.pageBreak,
  ],
};

test.each([
  ['html', () => documents.html(tricky)],
  ['markdown', () => markdownIt().render(documents.markdown(tricky))],
])('special characters survive rendering: %s', (_, render) => {
  const page = parse(render());
  expect(texts(page, ['h1', 'h2', 'h3', 'h4'])).toEqual([tricky.title, '1. First [things]']);
  expect(texts(page, ['p'])).toContain('# not a heading, 5 < 6 & "quoted" `code`');
  expect(texts(page, ['blockquote']).map((text) => text.trim())).toEqual(['- not a list']);
  expect(texts(page, ['li'])).toEqual(['one', '2) two', 'uno', 'dos']);
  expect(texts(page, ['th', 'td'])).toEqual(['a|b', 'c', 'x|y', '1', '<i>', '']);
  expect(texts(page, ['caption', 'strong']).join()).toBe('Odd cells');
  expect(texts(page, ['hr']).length).toBe(1);
});

test.each(languages)('a report contains its figures, and its tables are numbered in order: %s', (lang) => {
  const { document, figures } = documents.report(drawOf(), lang, { sections: 5, tables: 3, rows: 7 });
  const tables = documents.tablesOf(document);
  expect(tables.map(({ caption }) => caption)).toEqual(
    figures.map(({ caption }, index) =>
      lang === 'zh' ? `表 ${index + 1}　${caption}` : `Table ${index + 1}: ${caption}`,
    ),
  );
  tables.forEach(({ rows }, index) => {
    const said = figures[index]?.rows.map(({ label, cents }) => [label, amounts.formatCents(cents)]);
    expect(rows.map(([label, amount]) => [label, amount?.replaceAll(',', '')])).toEqual(said);
  });
  expect(documents.headingsOf(document).filter(({ level }) => level === 1).length).toBe(5);
  expect(documents.report(drawOf(), lang, { sections: 5, tables: 3, rows: 7 }).document).toEqual(document);
  const page = parse(documents.html(document));
  expect(texts(page, ['p']).slice(1)).toEqual(
    document.blocks.flatMap((block) => (block.type === 'paragraph' ? [block.text] : [])),
  );
});

test.each(languages)('a document of minutes names every action: %s', (lang) => {
  const minutes = prose.minutes(drawOf(), lang);
  const text = documents.markdown(documents.minutesDocument(minutes, lang));
  for (const { who, what } of minutes.items.flatMap(({ actions }) => actions)) {
    expect(text).toContain(lang === 'zh' ? `${who}${what}` : `${who} to ${what}`);
  }
  for (const name of minutes.present) expect(text).toContain(name);
});
