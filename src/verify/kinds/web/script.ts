// The script of a web check, as data: actions of a user, and expectations about what the page then shows.
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

/** A CSS selector, a role with a name, or the label of a field. An action uses the first element that matches. */
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
 * After each action the page's clock, which is otherwise paused, advances by 600 ms, so that delayed effects of the
 * action have happened. Short animations are finished.
 */
const actionSchema = z.discriminatedUnion('do', [
  /** Opens the page; `search` is the part of the address from the question mark on. */
  action('open', { search: z.string().exactOptional() }),
  action('reload', {}),
  /** With `place`, clicks at the centre of the element even if it is covered; otherwise it must not be covered. */
  action('click', { on, times: z.int().min(1).max(2).exactOptional(), place: z.literal(true).exactOptional() }),
  /** Replaces the content of the field, key by key. */
  action('type', { on, text: z.string() }),
  /** A KeyboardEvent key with modifiers: `Enter`, `Control+z`. Without `on`, it goes to the focused element. */
  action('press', { key: z.string(), on: targetSchema.exactOptional() }),
  /** Selects an option by its visible label or its value. */
  action('select', { on, option: z.string() }),
  action('files', { on, files: z.array(z.object({ name: z.string(), text: z.string() })) }),
  action('wait', { ms: z.int().min(1).max(3_600_000) }),
  action('resize', { width: z.int().min(200).max(2000), height: z.int().min(200).max(2000) }),
]);
export type WebAction = z.infer<typeof actionSchema>;

/**
 * Only visible content counts, including content that scrolling makes visible. An element that is hidden, transparent,
 * clipped, covered, or in the colour of its background has no text, is not counted and is not listed. Text that a style
 * generates belongs to its element. Selectors also search open shadow trees. White space in texts is collapsed before
 * comparison.
 */
const expectationSchema = z.discriminatedUnion('see', [
  sight('text', { of, is: z.string() }),
  /** With `around: 'free'`, each text may contain more than the expected one. */
  sight('texts', { of, are: z.array(z.string()), around: z.literal('free').exactOptional() }),
  /** The words occur in this order, each in a different text; case and other words do not matter. For headings. */
  sight('mentions', { of, are: z.array(z.string()) }),
  /**
   * The text of the first match of each selector, in the order of the selectors: the cells of a board.
   * With `colour: 'free'` the text may have the colour of its background, if the background carries the meaning.
   */
  sight('each', {
    of: z.array(z.string()).min(1).max(400),
    are: z.array(z.string()),
    colour: z.literal('free').exactOptional(),
  }),
  /** Each element of `of` looks different from `from`: it has another colour or shows something else. */
  sight('distinct', { of: z.array(z.string()).min(1).max(40), from: z.string() }),
  /** The options of a selection list; with `fixed`, the order of only the first `fixed` options matters. */
  sight('options', { of, are: z.array(z.string()), fixed: z.int().exactOptional() }),
  sight('count', { of, is: z.int() }),
  sight('value', { of, is: z.string() }),
  /** Null: the attribute does not exist. */
  sight('attribute', { of, name: z.string(), is: z.string().nullable() }),
  sight('class', { of, name: z.string(), is: z.boolean() }),
  /** The value that getComputedStyle returns, such as `rgb(255, 0, 0)`. */
  sight('style', { of, property: z.string(), is: z.string() }),
  /** Whether some text, picture or control of the element is visible. */
  sight('visible', { of, is: z.boolean() }),
  sight('focused', { of, is: z.boolean() }),
  sight('enabled', { of, is: z.boolean() }),
  sight('checked', { of, is: z.boolean() }),
  /** The entry of local storage: its text, or the value that its text encodes as JSON. Null: there is no entry. */
  sight('storage', { key: z.string(), is: jsonSchema }),
  /** The visible colour at a point of an element; the tolerance of each channel is `within`, by default 16 of 255. */
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
  /** The page is not wider than the window; with `parts`, no element of it has to be scrolled sideways either. */
  sight('fits', { parts: z.literal(true).exactOptional() }),
  /** Every field and button has an accessible name, and every picture has an alt text. */
  sight('accessible', {}),
  /** There is no uncaught error and no error on the console. */
  sight('quiet', {}),
  /** The page fetched only the submitted files and tried no other connection. */
  sight('offline', {}),
]);
export type Expectation = z.infer<typeof expectationSchema>;

export const stepSchema = z.union([actionSchema, expectationSchema]);
export type WebStep = z.infer<typeof stepSchema>;

/** An expectation without its expected value: the browser's side gets only this. */
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
  // The name of a download is an expected value, so it is removed.
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

/** Names what an expectation is about, for messages. */
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

/** The expected value, in the shape of an observation. */
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
