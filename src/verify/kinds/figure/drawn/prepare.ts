// Draws the figures of a submission before grading. Several checks of one file share one drawing.
import type { Execution, Material } from '../../../material.ts';
import { runInBrowser, type Browsers } from '../../web/browsers.ts';
import { isDrawn, type FigureCheck } from '../kind.ts';

const MAX_BYTES = 32 * 2 ** 20;
/** Maximum nesting. The browser lays out nested groups recursively: tens of thousands of levels take many seconds. */
const MAX_DEPTH = 1000;

export async function drawFigures(
  checks: readonly FigureCheck[],
  { files }: Pick<Material, 'files'>,
  { browsers }: { readonly browsers: Browsers },
): Promise<Map<string, Execution>> {
  const drawn = new Map<string, Execution>();
  const byFile = new Map<string, Execution>();
  for (const { name, file } of checks.filter((check) => isDrawn(check.file))) {
    const bytes = files.get(file);
    if (!bytes) continue;
    const execution = byFile.get(file) ?? (await draw(file, bytes, files, browsers));
    byFile.set(file, execution);
    drawn.set(name, execution);
  }
  return drawn;
}

async function draw(file: string, bytes: Uint8Array, files: Material['files'], browsers: Browsers): Promise<Execution> {
  if (bytes.length > MAX_BYTES) return { fault: `the file has more than ${MAX_BYTES} bytes` };
  const isSvg = file.toLowerCase().endsWith('.svg');
  if (isSvg && depthOf(bytes) > MAX_DEPTH) return { fault: `its elements are nested more than ${MAX_DEPTH} deep` };
  // An SVG loads no other files; a page may load its library from a submitted file.
  const beside = isSvg ? new Map([[file, bytes]]) : files;
  return await runInBrowser(browsers, { kind: 'draw', figure: { file, files: beside } });
}

/** How deep the elements of an XML file are nested, counted in one pass; comments and declarations do not count. */
function depthOf(bytes: Uint8Array): number {
  const text = Buffer.from(bytes).toString('latin1');
  let [depth, deepest] = [0, 0];
  for (let at = text.indexOf('<'); at >= 0;) {
    const end = text.startsWith('<!--', at) ? text.indexOf('-->', at + 4) : text.indexOf('>', at);
    if (end < 0) break;
    if (text[at + 1] === '/') depth -= 1;
    else if (text[at + 1] !== '!' && text[at + 1] !== '?' && text[end - 1] !== '/') depth += 1;
    deepest = Math.max(deepest, depth);
    at = text.indexOf('<', end);
  }
  return deepest;
}
