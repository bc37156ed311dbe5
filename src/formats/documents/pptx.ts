// Reads PPTX: slides with titles, texts, tables, notes and pictures, in presentation order.
import { coreProperties, readOffice, relationsOf } from './office.ts';
import { FormatProblem } from '../problem.ts';
import { childElement, childElements, findElements, markupText, type Markup } from '../text/markup.ts';

interface Slide {
  readonly title: string;
  /** Other texts: one per shape, one line per paragraph, trimmed. */
  readonly texts: readonly string[];
  readonly tables: readonly (readonly (readonly string[])[])[];
  readonly notes: string;
  readonly pictures: number;
  readonly charts: number;
  readonly hidden: boolean;
}

export interface Presentation {
  readonly slides: readonly Slide[];
  /** In points. */
  readonly width: number;
  readonly height: number;
  readonly properties: Readonly<Record<string, string>>;
}

const MAIN = 'ppt/presentation.xml';
const EMU_PER_POINT = 12_700;

export async function readPptx(bytes: Uint8Array): Promise<Presentation> {
  const parts = await readOffice(bytes);
  const root = parts.xml(MAIN);
  if (root?.name !== 'presentation') throw new FormatProblem('the file is no pptx: it has no ppt/presentation.xml');
  const relations = relationsOf(parts, MAIN);
  const slides = childElements(childElement(root, 'sldIdLst'), 'sldId').map((entry) => {
    const name = relations.get(entry.attributes['r:id'] ?? '')?.target ?? '';
    const slide = parts.xml(name);
    if (!slide) throw new FormatProblem('the pptx lists a slide that is not in it');
    const notes = [...relationsOf(parts, name).values()].find(({ type }) => type === 'notesSlide');
    return readSlide(slide, notes && parts.xml(notes.target));
  });
  const size = childElement(root, 'sldSz')?.attributes;
  return {
    slides,
    width: Number(size?.['cx'] ?? 0) / EMU_PER_POINT,
    height: Number(size?.['cy'] ?? 0) / EMU_PER_POINT,
    properties: coreProperties(parts),
  };
}

const placeholderOf = (shape: Markup) => findElements(childElement(shape, 'nvSpPr'), 'ph')[0]?.attributes['type'];

const linesOf = (element: Markup | undefined) =>
  childElements(element, 'p')
    .map((paragraph) =>
      childElements(paragraph)
        .map((child) =>
          child.name === 'br' ? '\n' : ['r', 'fld'].includes(child.name) ? markupText(childElement(child, 't')) : '',
        )
        .join(''),
    )
    .join('\n');

const isTitle = (kind: string | undefined) => kind === 'title' || kind === 'ctrTitle';

function readSlide(slide: Markup, notes: Markup | undefined): Slide {
  const shapes = findElements(slide, 'sp').map((shape) => ({
    kind: placeholderOf(shape),
    text: linesOf(childElement(shape, 'txBody')).trim(),
  }));
  const notesBody = findElements(notes, 'sp').filter((shape) => placeholderOf(shape) === 'body');
  return {
    title: shapes.find(({ kind }) => isTitle(kind))?.text ?? '',
    texts: shapes.filter(({ kind, text }) => !isTitle(kind) && text !== '').map(({ text }) => text),
    tables: findElements(slide, 'tbl').map((table) =>
      childElements(table, 'tr').map((row) =>
        childElements(row, 'tc').map((cell) => linesOf(childElement(cell, 'txBody'))),
      ),
    ),
    notes: notesBody.map((shape) => linesOf(childElement(shape, 'txBody'))).join('\n'),
    pictures: findElements(slide, 'pic').length,
    charts: findElements(slide, 'chart').length,
    hidden: slide.attributes['show'] === '0',
  };
}
