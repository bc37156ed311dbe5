// The script of a web check, as data: what a person would do on the page, and what must then be seen.
import { z } from 'zod';
import { jsonSchema, type Json } from '../../../core/index.ts';

const roles = [
  'alert',
  'button',
  'cell',
  'checkbox',
  'columnheader',
  'combobox',
  'dialog',
  'heading',
  'img',
  'link',
  'list',
  'listitem',
  'option',
  'radio',
  'row',
  'searchbox',
  'spinbutton',
  'status',
  'tab',
  'table',
  'textbox',
] as const;

/** A CSS selector, or what a person would call the thing. Of several, the first is meant. */
const targetSchema = z.union([
  z.string(),
  z.object({ role: z.enum(roles), name: z.string().exactOptional() }),
  z.object({ label: z.string() }),
]);
export type WebTarget = z.infer<typeof targetSchema>;

const action = <Name extends string, Shape extends z.core.$ZodLooseShape>(name: Name, shape: Shape) =>
  z.strictObject({ do: z.literal(name), ...shape });
const sight = <Name extends string, Shape extends z.core.$ZodLooseShape>(name: Name, shape: Shape) =>
  z.strictObject({ see: z.literal(name), ...shape });
const on = targetSchema;
const of = targetSchema;

/**
 * Each takes 600 ms of the page's time, which else stands still: what a person would wait for has happened by then. What the
 * page fades in or moves is at its end.
 */
const actionSchema = z.discriminatedUnion('do', [
  /** Opens the page; `search` is the part of the address from the question mark on. */
  action('open', { search: z.string().exactOptional() }),
  action('reload', {}),
  /** With `place`, where it is, whatever lies there; otherwise it must not be covered. */
  action('click', { on, times: z.int().min(1).max(2).exactOptional(), place: z.literal(true).exactOptional() }),
  /** Replaces what stands in the field, key by key. */
  action('type', { on, text: z.string() }),
  /** A key as KeyboardEvent names it, with modifiers: `Enter`, `Control+z`. Without `on` it goes where the focus is. */
  action('press', { key: z.string(), on: targetSchema.exactOptional() }),
  /** By its visible label or its value. */
  action('select', { on, option: z.string() }),
  action('files', { on, files: z.array(z.object({ name: z.string(), text: z.string() })) }),
  action('wait', { ms: z.int().min(1).max(3_600_000) }),
  action('resize', { width: z.int().min(200).max(2000), height: z.int().min(200).max(2000) }),
]);
export type WebAction = z.infer<typeof actionSchema>;

/**
 * Only what can be seen counts, if need be by scrolling: what is hidden, transparent, cut off, covered, or in the colour of its
 * ground has no text, is not counted and is not listed; what a style adds to a text belongs to it. Ids are found in open shadow
 * trees, too. Texts are compared with their spaces collapsed.
 */
const expectationSchema = z.discriminatedUnion('see', [
  sight('text', { of, is: z.string() }),
  /** With `around: 'free'` other words may stand around each of them. */
  sight('texts', { of, are: z.array(z.string()), around: z.literal('free').exactOptional() }),
  /** In their texts these words stand in this order, in capitals or not, whatever stands around them: headings. */
  sight('mentions', { of, are: z.array(z.string()) }),
  /**
   * The text of each of these, whatever their order in the page: the cells of a board. With `colour: 'free'` it may have the
   * colour of its ground, where the ground itself is the sign.
   */
  sight('each', {
    of: z.array(z.string()).min(1).max(400),
    are: z.array(z.string()),
    colour: z.literal('free').exactOptional(),
  }),
  /** Each of these looks different from that one: they have another colour, or something is on them. */
  sight('distinct', { of: z.array(z.string()).min(1).max(40), from: z.string() }),
  /** What a selection list offers; with `fixed` only the first `fixed` options have to be in this order. */
  sight('options', { of, are: z.array(z.string()), fixed: z.int().exactOptional() }),
  sight('count', { of, is: z.int() }),
  sight('value', { of, is: z.string() }),
  /** Null: the attribute is not there. */
  sight('attribute', { of, name: z.string(), is: z.string().nullable() }),
  sight('class', { of, name: z.string(), is: z.boolean() }),
  /** As getComputedStyle says it: `rgb(255, 0, 0)`. */
  sight('style', { of, property: z.string(), is: z.string() }),
  /** Some text, picture or control of it is seen. */
  sight('visible', { of, is: z.boolean() }),
  sight('focused', { of, is: z.boolean() }),
  sight('enabled', { of, is: z.boolean() }),
  sight('checked', { of, is: z.boolean() }),
  /** What local storage holds: the text, or the JSON that the text spells. Null: nothing. */
  sight('storage', { key: z.string(), is: jsonSchema }),
  /** The colour that is seen at a point of an element, each channel within 16 of 255 unless told. */
  sight('pixel', {
    of,
    x: z.int(),
    y: z.int(),
    is: z.string().regex(/^#[0-9a-f]{6}$/),
    within: z.int().exactOptional(),
  }),
  /** A file was saved since the page was opened, with this name and, if given, this text. */
  sight('download', { name: z.string(), text: z.string().exactOptional() }),
  sight('title', { is: z.string() }),
  /** Nothing sticks out on the right at the present width of the window; with `parts`, no part has to be scrolled either. */
  sight('fits', { parts: z.literal(true).exactOptional() }),
  /** Every field and button has a name, every picture a text in its place. */
  sight('accessible', {}),
  /** No uncaught error, none on the console. */
  sight('quiet', {}),
  /** Nothing was fetched but the submitted files, and no connection was tried. */
  sight('offline', {}),
]);
export type Expectation = z.infer<typeof expectationSchema>;

export const stepSchema = z.union([actionSchema, expectationSchema]);
export type WebStep = z.infer<typeof stepSchema>;

/** What an expectation looks at, without what should be seen there: all that the browser's side is told. */
export interface WebLook {
  readonly see: Expectation['see'];
  readonly of?: WebTarget | string[];
  readonly name?: string;
  readonly key?: string;
  readonly property?: string;
  readonly x?: number;
  readonly y?: number;
  readonly from?: string;
  readonly parts?: true;
  readonly colour?: 'free';
}
export type PlayStep = WebAction | WebLook;

const asked = ['see', 'of', 'key', 'property', 'x', 'y', 'from', 'parts', 'colour'];

export function playStepOf(step: WebStep): PlayStep {
  if ('do' in step) return step;
  // The name of a download is what is expected of it.
  const names = step.see === 'attribute' || step.see === 'class' ? ['name'] : [];
  return Object.fromEntries(
    Object.entries(step).filter(([key]) => [...asked, ...names].includes(key)),
  ) as unknown as WebLook;
}

export function describeStep(step: PlayStep): string {
  if ('see' in step) return `look at ${subject(step)}`;
  switch (step.do) {
    case 'open':
      return step.search ? `open the page with ${step.search}` : 'open the page';
    case 'reload':
      return 'reload';
    case 'click':
      return `${step.times === 2 ? 'double-click' : 'click'} ${targetName(step.on)}`;
    case 'type':
      return `type ${JSON.stringify(step.text)} into ${targetName(step.on)}`;
    case 'press':
      return `press ${step.key === ' ' ? 'the space bar' : step.key}${step.on ? ` in ${targetName(step.on)}` : ''}`;
    case 'select':
      return `select ${JSON.stringify(step.option)} in ${targetName(step.on)}`;
    case 'files':
      return `give ${step.files.map(({ name }) => name).join(', ')} to ${targetName(step.on)}`;
    case 'wait':
      return `wait ${step.ms} ms`;
    case 'resize':
      return `make the window ${step.width} by ${step.height}`;
  }
}

/** What an expectation is about, for a person. */
export function subject(step: WebLook): string {
  const target = Array.isArray(step.of) ? `${step.of[0]} to ${step.of.at(-1)}` : targetName(step.of ?? 'the page');
  switch (step.see) {
    case 'attribute':
      return `the attribute ${step.name} of ${target}`;
    case 'class':
      return `the class ${step.name} of ${target}`;
    case 'style':
      return `the ${step.property} of ${target}`;
    case 'pixel':
      return `the colour of ${target} at ${step.x}, ${step.y}`;
    case 'storage':
      return `"${step.key}" in local storage`;
    case 'download':
      return 'what was downloaded';
    case 'each':
      return target;
    case 'distinct':
      return `the difference of ${target} from ${step.from}`;
    case 'mentions':
      return `the words in ${target}`;
    case 'title':
      return 'the title';
    case 'fits':
      return 'whether the page fits its window';
    case 'accessible':
      return 'names of fields and pictures';
    case 'quiet':
      return 'errors';
    case 'offline':
      return 'what was fetched from elsewhere';
    default:
      return `the ${step.see} of ${target}`;
  }
}

function targetName(target: WebTarget): string {
  if (typeof target === 'string') return target;
  if ('label' in target) return `the field "${target.label}"`;
  return target.name === undefined ? `the ${target.role}` : `the ${target.role} "${target.name}"`;
}

/** What must be seen, in the shape in which it is observed. */
export function expectedOf(step: Expectation): Json {
  switch (step.see) {
    case 'texts':
    case 'mentions':
    case 'options':
    case 'each':
      return step.are;
    case 'distinct':
      return step.of.map(() => true);
    case 'download':
      return { name: step.name, ...(step.text === undefined ? {} : { text: step.text }) };
    case 'fits':
      return true;
    case 'accessible':
    case 'quiet':
    case 'offline':
      return [];
    default:
      return step.is;
  }
}
