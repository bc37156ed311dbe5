// Tests one requirement of a `document` check and describes the problem for a person.
import { contains, type Outline, type OutlineBlock } from '../../../formats/index.ts';
import type { PlainRequirement } from './kind.ts';
import { fold, show } from '../../values.ts';

export async function problemWith(
  requirement: PlainRequirement,
  path: string,
  bytes: Uint8Array,
  outline: Outline,
): Promise<string | undefined> {
  if ('absent' in requirement)
    return (await contains(path, bytes, requirement.absent))
      ? `${show(requirement.absent)} is still in the file`
      : undefined;
  if ('contains' in requirement) return containsProblem(requirement, outline);
  if ('table' in requirement) return tableProblem(requirement, outline);
  if ('heading' in requirement || 'paragraph' in requirement || 'bold' in requirement || 'italic' in requirement)
    return blockProblem(requirement, outline);
  return listProblem(requirement, outline) ?? beside(requirement, outline);
}

const plain = (text: string) => fold(text.replaceAll(/\s+/g, ' '));
const same = (one: string, other: string) => plain(one) === plain(other);
/** Ignores white space: the writer chooses the line breaks, and a break between Chinese characters leaves no space. */
const within = (text: string, words: string) => unspaced(text).includes(unspaced(words));
const unspaced = (text: string) => fold(text).replaceAll(/\s/g, '');
const rowLine = (row: readonly string[]) => row.map(plain).join(' | ');
const levelLine = ({ level, text }: { level: number; text: string }) => `${'#'.repeat(level)} ${text}`;

/** The blocks from a heading to the next one of its level or above; without a heading, all blocks. */
function section(outline: Outline, after: string | undefined): readonly OutlineBlock[] | undefined {
  if (after === undefined) return outline.blocks;
  const start = outline.blocks.findIndex((block) => block.kind === 'heading' && same(block.text, after));
  const opening = outline.blocks[start];
  if (opening?.kind !== 'heading') return undefined;
  const rest = outline.blocks.slice(start + 1);
  const end = rest.findIndex((block) => block.kind === 'heading' && block.level <= opening.level);
  return end < 0 ? rest : rest.slice(0, end);
}

type Of<Key extends string> = Extract<PlainRequirement, Record<Key, unknown>>;

function containsProblem({ contains: words, page }: Of<'contains'>, outline: Outline): string | undefined {
  if (page === undefined) {
    const all = outline.pages ?? [
      ...outline.blocks.map((block) => (block.kind === 'table' ? block.rows.flat().join(' ') : block.text)),
      ...(outline.slides ?? []).map(({ notes }) => notes),
    ];
    return within(all.join(' '), words) ? undefined : `${show(words)} is not in it`;
  }
  const text = outline.pages?.[page - 1] ?? slideText(outline, page - 1);
  if (text === undefined) return `there is no page ${page}`;
  return within(text, words) ? undefined : `${show(words)} is not on page ${page}`;
}

function slideText({ slides }: Outline, index: number): string | undefined {
  const slide = slides?.[index];
  return slide && `${slide.title}\n${slide.text}`;
}

function tableProblem({ table, after, rows: order }: Of<'table'>, outline: Outline): string | undefined {
  const blocks = section(outline, after);
  if (!blocks) return `there is no heading ${show(after ?? '')}`;
  const tables = blocks.flatMap((block) => (block.kind === 'table' ? [block.rows] : []));
  if (tables.length === 0) return `there is no table${after === undefined ? '' : ` below ${show(after)}`}`;
  const [header = '', ...body] = table.map(rowLine);
  const arranged = (lines: readonly string[]) => (order === 'any order' ? lines.toSorted() : lines);
  const wanted = [header, ...arranged(body)];
  const problems = tables.map((rows) => {
    const [head = '', ...others] = rows.map(rowLine);
    const given = [head, ...arranged(others)];
    const at = wanted.findIndex((each, index) => each !== given[index]);
    if (at >= 0)
      return { at, problem: `row ${at + 1} should be "${wanted[at]}", but is "${given[at] ?? 'not there'}"` };
    return given.length > wanted.length
      ? { at: wanted.length, problem: `row "${given[wanted.length]}" is too many` }
      : undefined;
  });
  if (problems.some((each) => each === undefined)) return undefined;
  // The table with the most correct rows from the top is probably the intended one.
  const nearest = problems.toSorted((one, other) => (other?.at ?? 0) - (one?.at ?? 0))[0];
  return `the table${after === undefined ? '' : ` below ${show(after)}`} is not right: ${nearest?.problem ?? ''}`;
}

function blockProblem(requirement: Of<'heading'> | Of<'paragraph'> | Of<'bold'> | Of<'italic'>, { blocks }: Outline) {
  if ('heading' in requirement) {
    const found = blocks.filter((block) => block.kind === 'heading' && same(block.text, requirement.heading));
    if (found.length === 0) return `there is no heading ${show(requirement.heading)}`;
    const right = found.some((block) => block.kind === 'heading' && (requirement.level ?? block.level) === block.level);
    return right ? undefined : `the heading ${show(requirement.heading)} is not of level ${requirement.level}`;
  }
  const texts = blocks.flatMap((block) => (block.kind === 'paragraph' || block.kind === 'item' ? [block] : []));
  if ('paragraph' in requirement) {
    const found = texts.filter(({ text }) => same(text, requirement.paragraph));
    if (found.length === 0) return `there is no paragraph ${show(requirement.paragraph)}`;
    const right = found.some(({ style }) => requirement.style === undefined || same(style ?? '', requirement.style));
    return right
      ? undefined
      : `the paragraph ${show(requirement.paragraph)} is not in the style ${show(requirement.style ?? '')}`;
  }
  const [look, words] =
    'bold' in requirement ? (['bold', requirement.bold] as const) : (['italic', requirement.italic] as const);
  const found = texts.some((block) => block[look]?.some((run) => same(run, words)));
  return found ? undefined : `${show(words)} is not in ${look} letters`;
}

/** Requirements on all elements of one kind, in order. */
function listProblem(requirement: PlainRequirement, outline: Outline): string | undefined {
  if ('paragraphs' in requirement || 'items' in requirement) {
    const blocks = section(outline, requirement.after);
    if (!blocks) return `there is no heading ${show(requirement.after ?? '')}`;
    const texts = blocks.flatMap((block) => {
      if (block.kind !== 'item' && (block.kind !== 'paragraph' || 'items' in requirement)) return [];
      return block.text.trim() === '' ? [] : [block.text];
    });
    return 'items' in requirement
      ? firstUnlike('list item', requirement.items, texts)
      : firstUnlike('paragraph', requirement.paragraphs, texts);
  }
  if ('headings' in requirement) {
    const given = outline.blocks.flatMap((block) => (block.kind === 'heading' ? [levelLine(block)] : []));
    return firstUnlike('heading', requirement.headings.map(levelLine), given);
  }
  if ('bookmarks' in requirement)
    return firstUnlike('bookmark', requirement.bookmarks.map(levelLine), (outline.bookmarks ?? []).map(levelLine));
  if ('members' in requirement)
    return firstUnlike(
      'file',
      requirement.members.toSorted(),
      [...(outline.members ?? new Map<string, unknown>()).keys()].toSorted(),
    );
  if ('slides' in requirement) {
    const titles = firstUnlike(
      'slide',
      requirement.slides.map(({ title }) => title),
      (outline.slides ?? []).map(({ title }) => title),
    );
    const lacking = requirement.slides.findIndex(
      ({ notes }, at) => notes !== undefined && !within(outline.slides?.[at]?.notes ?? '', notes),
    );
    return (
      titles ??
      (lacking < 0
        ? undefined
        : `the notes of slide ${lacking + 1} lack ${show(requirement.slides[lacking]?.notes ?? '')}`)
    );
  }
  if (!('comments' in requirement)) return undefined;
  const given = outline.comments ?? [];
  const remarks = requirement.comments.map(({ author, text }, at) => `${author ?? given[at]?.author ?? ''}: ${text}`);
  return firstUnlike(
    'comment',
    remarks,
    given.map(({ author, text }) => `${author}: ${text}`),
  );
}

function firstUnlike(thing: string, wanted: readonly string[], given: readonly string[]): string | undefined {
  const at = wanted.findIndex((text, index) => !same(text, given[index] ?? ''));
  if (at >= 0)
    return `${thing} ${at + 1} should be ${show(wanted[at] ?? '')}, but is ${given[at] === undefined ? 'not there' : show(given[at])}`;
  if (given.length > wanted.length)
    return `there are ${given.length} ${thing}s instead of ${wanted.length}; ${show(given[wanted.length] ?? '')} is too many`;
  return undefined;
}

/** All other requirements, such as links, pages, fields, headers and properties. */
function beside(requirement: PlainRequirement, outline: Outline): string | undefined {
  if ('link' in requirement) {
    const found = outline.links.some(
      ({ target, text }) =>
        same(target, requirement.link) && (requirement.text === undefined || same(text, requirement.text)),
    );
    return found
      ? undefined
      : `there is no link to ${show(requirement.link)}${requirement.text === undefined ? '' : ` on ${show(requirement.text)}`}`;
  }
  if ('pages' in requirement) {
    const count = outline.pages?.length ?? outline.slides?.length ?? 0;
    return count === requirement.pages ? undefined : `it has ${count} pages instead of ${requirement.pages}`;
  }
  if ('field' in requirement) {
    const given = outline.fields?.[requirement.field];
    if (given === undefined) return `the form has no field ${show(requirement.field)}`;
    return same(given, requirement.value)
      ? undefined
      : `the field ${show(requirement.field)} holds ${show(given)} instead of ${show(requirement.value)}`;
  }
  if ('changes' in requirement) {
    const count = outline.changes?.length ?? 0;
    return count === requirement.changes
      ? undefined
      : `${count} changes are still tracked, such as ${show(outline.changes?.[0]?.text ?? '')}`;
  }
  if ('header' in requirement || 'footer' in requirement) {
    const [thing, words] =
      'header' in requirement ? (['header', requirement.header] as const) : (['footer', requirement.footer] as const);
    return outline[`${thing}s`]?.some((text) => within(text, words)) ? undefined : `no ${thing} has ${show(words)}`;
  }
  if ('allBold' in requirement) {
    const texts = outline.blocks.flatMap((block) =>
      block.kind === 'paragraph' || block.kind === 'item' ? [block] : [],
    );
    const of = (look: 'bold' | 'italic') =>
      texts.flatMap((block) => block[look] ?? []).filter((run) => run.trim() !== '');
    return (
      firstUnlike('bold piece', requirement.allBold, of('bold')) ??
      firstUnlike('italic piece', requirement.allItalic, of('italic'))
    );
  }
  if (!('property' in requirement)) return undefined;
  const given = outline.properties[requirement.property.toLowerCase()] ?? '';
  return same(given, requirement.value)
    ? undefined
    : `the property ${requirement.property} is ${show(given)} instead of ${show(requirement.value)}`;
}
