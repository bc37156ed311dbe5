// The outlines of docx, odt and pptx.
import { auditDocx } from './docx-audit.ts';
import { readDocx, type DocxParagraph } from './docx.ts';
import { readOdt } from './odt.ts';
import type { Outline, OutlineBlock } from './outline.ts';
import { readPptx } from './pptx.ts';

export async function docxOutline(bytes: Uint8Array): Promise<Outline> {
  const { body, comments, headers, footers, properties } = await readDocx(bytes);
  const { changes } = await auditDocx(bytes);
  const runs = body.flatMap((block) => (block.kind === 'paragraph' ? block.runs : []));
  return {
    blocks: body.map((block) => (block.kind === 'table' ? block : docxBlock(block))),
    links: runs.flatMap(({ text, link }) => (link === undefined ? [] : [{ text, target: link }])),
    properties: lowered(properties),
    changes,
    comments,
    headers,
    footers,
  };
}

function docxBlock({ heading, list, style, text, runs }: DocxParagraph): OutlineBlock {
  if (heading !== undefined) return { kind: 'heading', level: heading, text };
  const seen = runs.filter(({ deleted }) => deleted === undefined);
  const textsIn = (format: 'bold' | 'italic') => joined(seen.map((run) => (run[format] ? run.text : undefined)));
  return { kind: list ? 'item' : 'paragraph', text, style, bold: textsIn('bold'), italic: textsIn('italic') };
}

/** Joins neighbouring runs with the same format. */
function joined(texts: readonly (string | undefined)[]): string[] {
  const out: string[] = [];
  for (const [index, text] of texts.entries()) {
    if (text === undefined) continue;
    if (index > 0 && texts[index - 1] !== undefined) out.push((out.pop() ?? '') + text);
    else out.push(text);
  }
  return out;
}

export async function odtOutline(bytes: Uint8Array): Promise<Outline> {
  const blocks = (await readOdt(bytes)).map((block): OutlineBlock => {
    if (block.kind === 'heading' || block.kind === 'table') return block;
    return { kind: block.kind === 'list-item' ? 'item' : 'paragraph', text: block.text };
  });
  return { blocks, links: [], properties: {} };
}

export async function pptxOutline(bytes: Uint8Array): Promise<Outline> {
  const { slides, properties } = await readPptx(bytes);
  const shown = slides.filter(({ hidden }) => !hidden);
  return {
    blocks: shown.flatMap(({ title, texts, tables }): OutlineBlock[] => [
      ...(title === '' ? [] : [{ kind: 'heading', level: 1, text: title } as const]),
      ...texts.flatMap((text) => text.split('\n')).map((text) => ({ kind: 'paragraph', text }) as const),
      ...tables.map((rows) => ({ kind: 'table', rows }) as const),
    ]),
    links: [],
    properties: lowered(properties),
    slides: shown.map(({ title, texts, notes }) => ({ title, text: texts.join('\n'), notes })),
  };
}

const lowered = (properties: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(properties).map(([name, value]) => [name.toLowerCase(), value]));
