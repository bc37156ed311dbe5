// The form as printed and filled in: a title, lines with boxes of which some are ticked, a stamp, a signature, a QR code.
import { renderPixels, people, scene, trade, writeCode, type Draw, type Language, type SceneRaster } from 'pybench/kit';
import { MARKER } from './photo.ts';

/** A4 at four pixels a millimetre. */
export const SHEET = { width: 840, height: 1188 };

/** Dark enough to remain in a black-and-white scan. */
const STAMP_COLOURS = scene.palette.flatMap(({ en, hex }) =>
  ['red', 'blue', 'green', 'purple'].includes(en) ? [hex] : [],
);

export type Form = {
  lang: Language;
  title: string;
  code: string;
  fields: [string, string][];
  lines: { name: string; ticked: boolean[] }[];
  columns: string[];
  colour: string;
  signature: string;
};

const words = {
  en: {
    titles: ['Delivery checklist', 'Handover record', 'Equipment return', 'Room inspection'],
    fields: ['Company', 'Received by', 'Number'],
    columns: ['complete', 'damaged', 'missing'],
  },
  zh: {
    titles: ['送货验收单', '设备交接单', '归还登记表', '房间检查表'],
    fields: ['公司', '经办人', '编号'],
    columns: ['完好', '损坏', '缺失'],
  },
};

export function makeForm(draw: Draw, lang: Language): Form {
  const say = words[lang];
  const code = `${draw.pick(['F', 'R', 'K', 'T'])}${draw.int(10, 99)}-${draw.int(100_000, 999_999)}-${draw.int(1000, 9999)}`;
  const [company, person] = [
    trade.companies(draw, lang, 1)[0]?.name ?? '',
    people.people(draw, lang, 1)[0]?.name ?? '',
  ];
  const values = [company, person, code];
  return {
    lang,
    title: draw.pick(say.titles),
    code,
    fields: say.fields.map((name, index) => [name, values[index] ?? '']),
    lines: trade.products(draw, lang, draw.int(11, 13)).map(({ name }) => {
      const ticked = draw.int(0, 2);
      return { name: name.slice(0, lang === 'zh' ? 16 : 34), ticked: [0, 1, 2].map((column) => column === ticked) };
    }),
    columns: say.columns,
    colour: draw.pick(STAMP_COLOURS),
    signature: draw
      .many(9, (index) => `${index === 0 ? 'M' : 'L'} ${110 + index * 26} ${1010 + draw.int(-34, 34)}`)
      .join(' '),
  };
}

/** The position of the box of a line and a column. */
const boxAt = (line: number, column: number) => ({ x: 528 + column * 90, y: 339 + line * 44, side: 26 });

/** The inside of every box, and whether there is a tick in it. */
export function boxInsides({ lines }: Form): { name: string; x: number; y: number; side: number; ticked: boolean }[] {
  const inset = 5;
  return lines.flatMap(({ name, ticked }, line) =>
    ticked.map((tick, column) => {
      const { x, y, side } = boxAt(line, column);
      return { name: `${name} ${column + 1}`, x: x + inset, y: y + inset, side: side - 2 * inset, ticked: tick };
    }),
  );
}

/** The patch of colour beside the title, and the ring of the stamp. */
export const PATCH = { x: 620, y: 58, width: 110, height: 44 };
export const STAMP = { x: 407, y: 957, width: 126, height: 126 };

/** Filled areas and the thin line to sign on: in black and white they may become outlines, or vanish. */
export const FILLED = [
  { x: PATCH.x - 8, y: PATCH.y - 8, width: PATCH.width + 16, height: PATCH.height + 16 },
  { x: 428, y: 996, width: 84, height: 46 },
  { x: 88, y: 1052, width: 316, height: 20 },
  ...[60, 780].flatMap((x) => [60, 1128].map((y) => ({ x: x - 16, y: y - 16, width: 32, height: 32 }))),
];

const boxes = (line: number, ticked: readonly boolean[]) =>
  ticked.map((tick, column) => {
    const { x, y: top, side } = boxAt(line, column);
    const y = top + 21;
    const mark = tick
      ? `<path d="M ${x + 4} ${y - 8} l 7 9 l 13 -20" stroke="#1a3fae" stroke-width="5" fill="none"/>`
      : '';
    return `<rect x="${x}" y="${top}" width="${side}" height="${side}" fill="none" stroke="#1b1b1b" stroke-width="2"/>${mark}`;
  });

export async function drawForm(form: Form): Promise<SceneRaster> {
  const font = form.lang === 'zh' ? 'Noto Sans SC' : 'DejaVu Sans';
  const text = (x: number, y: number, size: number, content: string, more = '') =>
    `<text x="${x}" y="${y}" font-family="${font}" font-size="${size}" fill="#1b1b1b" ${more}>${content.replaceAll('&', '&amp;')}</text>`;
  const parts = [
    markers(),
    text(120, 92, 34, form.title, 'font-weight="bold"'),
    `<rect x="${PATCH.x}" y="${PATCH.y}" width="${PATCH.width}" height="${PATCH.height}" fill="${form.colour}"/>`,
    ...form.fields.flatMap(([name, value], index) => [
      text(96, 168 + index * 40, 18, name),
      text(240, 168 + index * 40, 18, value),
      `<line x1="236" x2="760" y1="${176 + index * 40}" y2="${176 + index * 40}" stroke="#b5b5b5"/>`,
    ]),
    ...form.columns.map((name, column) => text(541 + column * 90, 318, 15, name, 'text-anchor="middle"')),
    ...form.lines.flatMap(({ name, ticked }, index) => [
      text(96, 360 + index * 44, 18, name),
      ...boxes(index, ticked),
      `<line x1="92" x2="760" y1="${374 + index * 44}" y2="${374 + index * 44}" stroke="#bbb"/>`,
    ]),
    `<path d="${form.signature}" stroke="#1a3fae" stroke-width="4" fill="none"/><line x1="92" x2="400" y1="1062" y2="1062" stroke="#444"/>`,
    `<circle cx="470" cy="1020" r="58" fill="none" stroke="${form.colour}" stroke-width="9" stroke-opacity="0.9"/><rect x="436" y="1004" width="68" height="30" fill="${form.colour}" fill-opacity="0.9"/>`,
    await qrCode(form.code, 580, 940, 5),
  ];
  return renderPixels(
    scene.picture(
      SHEET.width,
      SHEET.height,
      parts.map((svg) => ({ svg })),
      '#fdfdfb',
    ),
  );
}

const square = (x: number, y: number, side: number, fill: string) =>
  `<rect x="${x - side / 2}" y="${y - side / 2}" width="${side}" height="${side}" fill="${fill}"/>`;

/** Three with a hole, and a solid one at the top left. */
function markers(): string {
  const { centre, size } = MARKER;
  const [right, low] = [SHEET.width - centre, SHEET.height - centre];
  const holed = (x: number, y: number) => square(x, y, size, '#000') + square(x, y, size / 2.4, '#fdfdfb');
  return square(centre, centre, size, '#000') + holed(right, centre) + holed(right, low) + holed(centre, low);
}

async function qrCode(content: string, left: number, top: number, side: number): Promise<string> {
  const modules = await writeCode(content);
  const dark = modules.flatMap((row, y) =>
    row.flatMap((on, x) =>
      on ? [`<rect x="${left + x * side}" y="${top + y * side}" width="${side}" height="${side}"/>`] : [],
    ),
  );
  return `<g shape-rendering="crispEdges">${dark.join('')}</g>`;
}
