// Mutants of documents: a paragraph removed, repeated, moved or changed, a page removed, or forbidden words put back.
// Whether a change of the text matters depends on the task. Only forbidden words and changes of visibility are certain.
import { extname } from 'node:path';
import type { Draw } from '../../../../core/index.ts';
import { readPdf, readZip, writePdf, writeZip } from '../../../../formats/index.ts';
import { docxMutants, docxVariants, editedPart, pdfMutants, pdfVariants, savingPdf } from './shown.ts';
import { withFile, type MutantSource, type Mutant, type Mutator, type Variant } from '../../../mutants/mutant.ts';

type Change = readonly [what: string, content: Uint8Array];

export function documentMutator(path: string): Mutator {
  const made = ({ work }: MutantSource, [what, content]: Change): Variant => ({
    what: `${path}: ${what}`,
    work: withFile(work, path, content),
  });
  const bytesOf = ({ work }: MutantSource) => work.files.get(path) ?? new Uint8Array();
  return {
    async mutants(material): Promise<Mutant[]> {
      const changed = await changes(path, bytesOf(material), material.draw);
      const leaks = await leaksOf(path, material, bytesOf(material));
      const shown = await shownMutants(path, material, bytesOf(material));
      return [
        ...shown,
        ...changed.map((change) => ({ ...made(material, change), certain: false })),
        ...leaks.map((change) => ({ ...made(material, change), certain: true })),
      ];
    },
    async variants(material) {
      const bytes = bytesOf(material);
      if (extname(path) === '.pdf') return await playedAfter(path, material, pdfVariants);
      if (extname(path) !== '.docx') return [];
      const edit = material.draw.pick(docxVariants);
      const other = await editedPart(bytes, edit);
      return [
        made(material, ['packed anew', await writeZip(Object.fromEntries(await readZip(bytes)))]),
        ...(other ? [made(material, [edit[0], other])] : []),
      ];
    },
  };
}

const requirementsOf = (path: string, { instance }: MutantSource) =>
  instance.checks.flatMap((check) => (check.kind === 'document' && check.file === path ? check.has : []));

/** At most two random ones, because each needs a rendering. */
async function shownMutants(path: string, material: MutantSource, bytes: Uint8Array): Promise<Mutant[]> {
  const requirements = requirementsOf(path, material);
  if (extname(path) === '.pdf')
    return requirements.some((requirement) => 'original' in requirement)
      ? (await playedAfter(path, material, pdfMutants)).map((each) => ({ ...each, certain: true }))
      : [];
  const all = extname(path) === '.docx' ? docxMutants(requirements) : [];
  const made = material.draw.sample(all, Math.min(2, all.length)).map(async (edit): Promise<Mutant[]> => {
    const content = await editedPart(bytes, edit);
    return content
      ? [{ what: `${path}: ${edit[0]}`, work: withFile(material.work, path, content), certain: true }]
      : [];
  });
  return (await Promise.all(made)).flat();
}

/** The file that the reference submits if another program runs before it; empty if that does not change the file. */
async function playedAfter(
  path: string,
  { work, draw, playAfter }: MutantSource,
  ways: typeof pdfMutants,
): Promise<Variant[]> {
  const [what, way] = draw.pick(ways);
  const played = await playAfter?.(savingPdf(way));
  const content = played?.files.get(path);
  if (!content || Buffer.from(content).equals(work.files.get(path) ?? new Uint8Array())) return [];
  return [{ what: `${path}: ${what}`, work: withFile(work, path, content) }];
}

async function changes(path: string, bytes: Uint8Array, draw: Draw): Promise<Change[]> {
  const ending = extname(path).toLowerCase();
  if (ending === '.docx') return await docxChanges(bytes, draw);
  if (ending === '.pdf') return await pdfChanges(bytes, draw);
  if (!['.md', '.txt', '.html', '.srt', '.ics', '.eml'].includes(ending)) return [];
  const lines = Buffer.from(bytes).toString('utf8').split('\n');
  return shuffled(lines, (line) => line.trim() !== '', draw).map(([what, changed]) => [
    `a line ${what}`,
    Buffer.from(changed.join('\n')),
  ]);
}

const MAIN = 'word/document.xml';

const isParagraph = (piece: string) => piece.startsWith('<w:p') && /<w:t[ >][^<]*\S/.test(piece);

/** Changes paragraphs of the body and of cells, in the XML. */
async function docxChanges(bytes: Uint8Array, draw: Draw): Promise<Change[]> {
  const parts = await readZip(bytes);
  const xml = Buffer.from(parts.get(MAIN) ?? []).toString('utf8');
  const pieces = xml.split(/(<w:p[ >][^]*?<\/w:p>)/);
  return await Promise.all(
    shuffled(pieces, isParagraph, draw).map(async ([what, changed]): Promise<Change> => {
      const content = { ...Object.fromEntries(parts), [MAIN]: changed.join('') };
      return [`a paragraph ${what}`, await writeZip(content)];
    }),
  );
}

/** New PDFs from the text of the pages, with a page removed, the pages reversed or a line changed. */
async function pdfChanges(bytes: Uint8Array, draw: Draw): Promise<Change[]> {
  const pages = (await readPdf(bytes)).pages.map(({ text }) => text.split('\n').filter((line) => line.trim() !== ''));
  const page = draw.int(0, pages.length - 1);
  const lines = shuffled(pages[page] ?? [], (line) => line.trim().length > 3, draw);
  const written: [string, string[][]][] = [
    ['a page is missing', pages.toSpliced(page, 1)],
    ['the pages are in the opposite order', pages.toReversed()],
    ...lines.map(([what, changed]): [string, string[][]] => [`a line ${what}`, pages.with(page, changed)]),
  ];
  return await Promise.all(
    written
      .filter(([, made]) => made.length > 0)
      .map(async ([what, made]): Promise<Change> => {
        const blocks = made.flatMap((texts, at) => [
          ...(at > 0 ? [{ kind: 'page-break' } as const] : []),
          ...texts.map((text) => ({ kind: 'text', text }) as const),
        ]);
        return [what, await writePdf(blocks)];
      }),
  );
}

/** Removes one piece, repeats one, exchanges two, or changes one letter. */
function shuffled(pieces: readonly string[], isText: (piece: string) => boolean, draw: Draw): [string, string[]][] {
  const places = pieces.flatMap((piece, at) => (isText(piece) ? [at] : []));
  if (places.length < 2) return [];
  const at = draw.pick(places);
  const other = draw.pick(places.filter((each) => pieces[each] !== pieces[at]));
  const piece = pieces[at] ?? '';
  const swapped = pieces.with(at, pieces[other] ?? '').with(other, piece);
  // Changes a letter of the text, not of a tag: the last one before the closing tags or the end of the line.
  const word = piece.replace(/([\p{Letter}\p{Number}])(?=[^\p{Letter}\p{Number}<>]*(?:<[^<>]*>\s*)*$)/u, (letter) =>
    letter === 'x' ? 'y' : 'x',
  );
  return [
    [`is missing (${at + 1})`, pieces.toSpliced(at, 1)],
    [`occurs twice (${at + 1})`, pieces.toSpliced(at, 0, piece)],
    ...(other === undefined ? [] : [[`is out of its place (${at + 1})`, swapped] as [string, string[]]]),
    ...(word === piece ? [] : [[`has another letter (${at + 1})`, pieces.with(at, word)] as [string, string[]]]),
  ];
}

/** Puts forbidden words into places that no viewer shows. */
async function leaksOf(path: string, { instance }: MutantSource, bytes: Uint8Array): Promise<Change[]> {
  const words = instance.checks.flatMap((check) =>
    check.kind === 'document' && check.file === path
      ? check.has.flatMap((requirement) =>
          'absent' in requirement ? [requirement.absent] : 'redacted' in requirement ? requirement.redacted : [],
        )
      : [],
  );
  const [secret] = words;
  if (secret === undefined) return [];
  const what = `${JSON.stringify(secret)} is hidden in it`;
  if (extname(path) === '.docx') {
    const parts = Object.fromEntries(await readZip(bytes));
    return [[what, await writeZip({ ...parts, 'docProps/custom.xml': `<Properties>${secret}</Properties>` })]];
  }
  if (extname(path) !== '.pdf') return [];
  const hex = Buffer.from(`\uFEFF${secret}`, 'utf16le').swap16().toString('hex');
  // Appends an object after the end, as an incremental update does, and repeats the trailer, which readers search for.
  const end = /startxref\s+\d+\s+%%EOF\s*$/.exec(Buffer.from(bytes).toString('latin1'))?.[0] ?? '';
  return [[what, Buffer.concat([bytes, Buffer.from(`\n99999 0 obj\n<${hex}>\nendobj\n${end}`, 'latin1')])]];
}
