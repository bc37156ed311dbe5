// The observation of a cell: its output as text in order, the traceback, and figures as pictures or notes.
import type { CellOutput, MimeBundle, UserPart } from '../core/index.ts';
import type { CellResult } from '../interpreter/index.ts';
import { textPart } from '../dialects/index.ts';
import type { PromptTexts } from './prompts/index.ts';

/** The maximum characters of output, and of a traceback. */
const KEEP = 12_000;
const MAX_PICTURES = 6;
/** Services accept pictures of up to about 5 MB. */
const MAX_PICTURE = 4 * 2 ** 20;

type Picture = Extract<UserPart, { type: 'image' }>;

export function observe(result: CellResult, texts: PromptTexts, sees: boolean): UserPart[] {
  const pictures = new Pictures(texts, sees);
  const shown: string[] = [];
  const raised: string[] = [];
  for (const output of result.outputs) {
    if (output.type === 'error') raised.push(cut(output.traceback.trimEnd(), KEEP, texts));
    else shown.push(describe(output, texts, pictures));
  }
  const body = cut(shown.join('').replace(/^\n/, '').trimEnd(), KEEP, texts);
  const lines = [body, ...raised, ...endOf(result, texts)].filter((text) => text.trim());
  const text = [texts.output, ...(lines.length > 0 ? lines : [texts.noOutput])].join('\n');
  return [textPart(text), ...pictures.shown];
}

/** Keeps the head and the tail of a long text. */
export function cut(text: string, keep: number, texts: PromptTexts): string {
  if (text.length <= keep) return text;
  const head = whole(text.slice(0, Math.floor((keep * 2) / 3)));
  const tail = whole(text.slice(text.length - Math.floor(keep / 3)));
  return `${head}\n${texts.leftOut(text.length - head.length - tail.length)}\n${tail}`;
}

/** The text without half a surrogate pair at either end. */
function whole(text: string): string {
  return text.replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '');
}

function describe(output: Exclude<CellOutput, { type: 'error' }>, texts: PromptTexts, pictures: Pictures): string {
  if (output.type === 'stream') {
    return output.name === 'stdout' ? output.text : onLines(`${texts.errorStream}\n${output.text}`);
  }
  const { 'text/plain': plain = '' } = output.data;
  const note = pictures.add(output.data);
  // Beside a picture, the name of an object is noise; the text of a formula is not.
  const text = note && /^<.*>$/s.test(plain) ? '' : plain;
  const label = output.type === 'result' && text ? texts.value : '';
  return onLines([label, text, note].filter(Boolean).join('\n'));
}

function onLines(text: string): string {
  return text ? `\n${text.trimEnd()}\n` : '';
}

/** How the cell ended, if it did not end normally. */
function endOf({ status, reason, stateLost }: CellResult, texts: PromptTexts): string[] {
  const lines: string[] = [];
  if (status === 'timeout') lines.push(texts.timedOut(reason ?? status));
  if (status === 'crashed') lines.push(texts.crashed(reason ?? status));
  if (stateLost) lines.push(texts.stateLost);
  return lines;
}

class Pictures {
  readonly shown: Picture[] = [];
  readonly #texts: PromptTexts;
  readonly #sees: boolean;
  #count = 0;

  constructor(texts: PromptTexts, sees: boolean) {
    this.#texts = texts;
    this.#sees = sees;
  }

  /** Adds the picture of a bundle, if it has one, and returns its line in the text. */
  add(data: MimeBundle): string {
    const mime = ['image/png', 'image/jpeg'].find((each) => data[each]);
    const base64 = mime && data[mime]?.replaceAll(/\s/g, '');
    if (!mime || !base64) return '';
    this.#count += 1;
    const size = sizeOf(base64, mime);
    if (!this.#sees) return this.#texts.figureUnseen(this.#count, size);
    if (this.shown.length >= MAX_PICTURES || base64.length > MAX_PICTURE) {
      return this.#texts.figureTooMany(this.#count, size);
    }
    this.shown.push({ type: 'image', mime, base64 });
    return this.#texts.figureShown(this.#count, size);
  }
}

/** The size in pixels of a PNG, which is at a fixed offset of its header; otherwise the name of the format. */
function sizeOf(base64: string, mime: string): string {
  const header = Buffer.from(base64.slice(0, 64), 'base64');
  if (mime !== 'image/png' || header.length < 24) return mime.slice('image/'.length).toUpperCase();
  return `${header.readUInt32BE(16)}×${header.readUInt32BE(20)}`;
}
