// The outlines of text formats: plain text, Markdown, HTML, notebooks and mail; calendars and subtitles become one
// table.
import { readCalendar } from '../text/calendar.ts';
import { readHtml } from '../text/html.ts';
import { readMail } from '../text/mail.ts';
import { markdownBlocks, readMarkdown } from '../text/markdown.ts';
import { childElements, findElements, plainTextOf, type Markup } from '../text/markup.ts';
import { readNotebook } from '../text/notebook.ts';
import type { Outline, OutlineBlock } from './outline.ts';
import { readSrt } from '../text/subtitles.ts';
import { readText } from '../text/text.ts';

const nothing = { links: [], properties: {} };

const linesOf = (text: string): OutlineBlock[] =>
  text
    .split(/\r\n|\n|\r/)
    .filter((line) => line.trim() !== '')
    .map((line) => ({ kind: 'paragraph', text: line }));

export function textOutline(bytes: Uint8Array): Outline {
  return { ...nothing, blocks: linesOf(readText(bytes)) };
}

export async function markdownOutline(bytes: Uint8Array): Promise<Outline> {
  const { links } = await readMarkdown(bytes);
  return { ...nothing, blocks: await markdownBlocks(bytes), links };
}

export async function htmlOutline(bytes: Uint8Array): Promise<Outline> {
  const page = await readHtml(bytes);
  const [title] = findElements(page, 'title');
  const body = childElements(page, 'body')[0];
  return {
    blocks: body ? htmlBlocks(body) : [],
    links: findElements(page, 'a').flatMap((link) => {
      const target = link.attributes['href'];
      return target === undefined ? [] : [{ text: plainTextOf(link), target }];
    }),
    properties: title ? { title: plainTextOf(title) } : {},
  };
}

const unseen = new Set(['script', 'style', 'template', 'noscript']);
const inline = new Set(
  'a abbr b bdi bdo br cite code del dfn em i img input ins kbd label mark q s samp small span strong sub sup time u var wbr'.split(
    ' ',
  ),
);

function htmlBlocks(element: Markup): OutlineBlock[] {
  const blocks: OutlineBlock[] = [];
  let line = '';
  const endLine = () => {
    const text = line.replace(/\s+/g, ' ').trim();
    if (text !== '') blocks.push({ kind: element.name === 'li' ? 'item' : 'paragraph', text });
    line = '';
  };
  for (const child of element.children) {
    if (typeof child === 'string') line += child;
    else if (inline.has(child.name)) line += child.name === 'br' ? ' ' : plainTextOf(child);
    else if (!unseen.has(child.name)) {
      endLine();
      for (const block of htmlBlock(child)) blocks.push(block);
    }
  }
  endLine();
  return blocks;
}

function htmlBlock(element: Markup): OutlineBlock[] {
  const level = /^h([1-6])$/.exec(element.name)?.[1];
  if (level !== undefined) return [{ kind: 'heading', level: Number(level), text: plainTextOf(element) }];
  if (element.name === 'pre') return [{ kind: 'code', text: plainTextOf(element) }];
  if (element.name !== 'table') return htmlBlocks(element);
  const rows = findElements(element, 'tr').map((row) =>
    childElements(row)
      .filter(({ name }) => name === 'td' || name === 'th')
      .map(plainTextOf),
  );
  return [{ kind: 'table', rows }];
}

export async function notebookOutline(bytes: Uint8Array): Promise<Outline> {
  const blocks: OutlineBlock[] = [];
  for (const { cell_type: type, source } of readNotebook(bytes).cells) {
    if (type === 'markdown')
      for (const block of await markdownBlocks(new TextEncoder().encode(source || ' '))) blocks.push(block);
    else blocks.push({ kind: type === 'code' ? 'code' : 'paragraph', text: source });
  }
  return { ...nothing, blocks };
}

export async function mailOutline(bytes: Uint8Array): Promise<Outline> {
  const mail = await readMail(bytes);
  const addresses = (list: typeof mail.to) => list.map(({ address }) => address).join(', ');
  return {
    blocks: linesOf(mail.text),
    links: [],
    properties: {
      subject: mail.subject,
      from: mail.from?.address ?? '',
      to: addresses(mail.to),
      cc: addresses(mail.cc),
      date: mail.date ?? '',
    },
    members: new Map(mail.attachments.map(({ name, bytes: content }) => [name, content])),
  };
}

/** One table with a row per event: summary, start, end, location. Times are local, with their zone if there is one. */
export function calendarOutline(bytes: Uint8Array): Outline {
  const { events } = readCalendar(bytes);
  const rows = events.map(({ summary, start, end, duration, location }) => [
    summary,
    timeText(start),
    end ? timeText(end) : (duration ?? ''),
    location ?? '',
  ]);
  return { ...nothing, blocks: [{ kind: 'table', rows: [['summary', 'start', 'end', 'location'], ...rows] }] };
}

const timeText = ({ local, zone }: { readonly local: string; readonly zone: string | null }) =>
  zone === null ? local : `${local} ${zone}`;

/** One table with a row per cue: start and end in milliseconds, text. */
export function srtOutline(bytes: Uint8Array): Outline {
  const rows = readSrt(bytes).map(({ startMs, endMs, text }) => [String(startMs), String(endMs), text]);
  return { ...nothing, blocks: [{ kind: 'table', rows: [['start', 'end', 'text'], ...rows] }] };
}
