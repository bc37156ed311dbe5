// Decides whether a line of text is seen in a screenshot of the window. A second screenshot lacks the letters: both
// must differ along the whole line, with enough contrast.

export interface InkBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** RGB, three bytes a pixel. */
export interface Screenshot {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** Contrast ratio as WCAG defines it: #ddd on white has 1.36; #eee on white has 1.16, which few people can read. */
const LEAST_CONTRAST = 1.25;
/** The smallest difference of a channel that counts as a change of the pixel. */
const LEAST_CHANGE = 8;
const LEAST_PIXELS = 3;

interface Line {
  readonly box: InkBox;
  readonly size: number;
  readonly text: string;
}

export function isSeen(line: Line, whole: Screenshot, without: Screenshot): boolean {
  const ink = inkOf(line.box, whole, without);
  if (!ink) return false;
  // Vertical text is also taller than one letter: a horizontal line of one narrow letter, such as "l", is narrow too.
  const upright = line.box.height > 2 * line.box.width && line.box.height > 1.8 * line.size;
  const along = upright ? ink.rows : ink.columns;
  const across = upright ? ink.columns : ink.rows;
  // A single space between words is narrower than this limit; a wider gap means that letters are covered.
  if (!/\s\s/.test(line.text.trim()) && widestGap(along) > 2 * line.size) return false;
  return !/[\p{L}\p{N}]/u.test(line.text) || extent(across) >= 0.3 * line.size;
}

/** Whether a box has any contrast, for text whose letters cannot be hidden separately. */
export function hasContrast({ x, y, width, height }: InkBox, { data, ...size }: Screenshot): boolean {
  const inset = Math.min(3, width / 4, height / 4);
  let [darkest, lightest] = [1, 0];
  for (const at of pixels({ x: x + inset, y: y + inset, width: width - 2 * inset, height: height - 2 * inset }, size)) {
    const light = luminance(data, at.index);
    darkest = Math.min(darkest, light);
    lightest = Math.max(lightest, light);
  }
  return (lightest + 0.05) / (darkest + 0.05) >= LEAST_CONTRAST;
}

function inkOf(
  box: InkBox,
  whole: Screenshot,
  without: Screenshot,
): { columns: boolean[]; rows: boolean[] } | undefined {
  const changed: { column: number; row: number; contrast: number }[] = [];
  for (const { index, column, row } of pixels(box, whole)) {
    if (change(whole.data, without.data, index) < LEAST_CHANGE) continue;
    const [one, other] = [luminance(whole.data, index), luminance(without.data, index)];
    changed.push({ column, row, contrast: (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05) });
  }
  if (changed.filter(({ contrast }) => contrast >= LEAST_CONTRAST).length < LEAST_PIXELS) return undefined;
  const strongest = changed.reduce((most, { contrast }) => Math.max(most, contrast), 1);
  const columns = Array.from({ length: Math.max(1, Math.round(box.width)) }, () => false);
  const rows = Array.from({ length: Math.max(1, Math.round(box.height)) }, () => false);
  for (const { column, row, contrast } of changed) {
    if (contrast - 1 < 0.2 * (strongest - 1)) continue;
    columns[Math.min(column, columns.length - 1)] = true;
    rows[Math.min(row, rows.length - 1)] = true;
  }
  return { columns, rows };
}

function* pixels(box: InkBox, { width, height }: { width: number; height: number }) {
  const [left, top] = [Math.max(0, Math.round(box.x)), Math.max(0, Math.round(box.y))];
  const [right, bottom] = [Math.min(width, Math.round(box.x + box.width)), Math.min(height, Math.round(box.y + box.height))]; // prettier-ignore
  for (let y = top; y < bottom; y += 1)
    for (let x = left; x < right; x += 1) yield { index: 3 * (y * width + x), column: x - left, row: y - top };
}

function change(one: Uint8Array, other: Uint8Array, index: number): number {
  let most = 0;
  for (let channel = index; channel < index + 3; channel += 1)
    most = Math.max(most, Math.abs((one[channel] ?? 0) - (other[channel] ?? 0)));
  return most;
}

function luminance(data: Uint8Array, index: number): number {
  const channel = (at: number) => linear[data[index + at] ?? 0] ?? 0;
  return 0.2126 * channel(0) + 0.7152 * channel(1) + 0.0722 * channel(2);
}

const linear = Array.from({ length: 256 }, (_, value) => {
  const share = value / 255;
  return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
});

function widestGap(inked: readonly boolean[]): number {
  let [widest, gap] = [0, 0];
  for (const each of inked) {
    gap = each ? 0 : gap + 1;
    widest = Math.max(widest, gap);
  }
  return widest;
}

function extent(inked: readonly boolean[]): number {
  const first = inked.indexOf(true);
  return first < 0 ? 0 : inked.lastIndexOf(true) - first + 1;
}
