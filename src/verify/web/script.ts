// The script of a web check, as data: what a person would do on the page, and what must then be seen.
import { z } from 'zod';
import { jsonSchema, type Json } from '../../core/index.ts';

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
export type Target = z.infer<typeof targetSchema>;

const action = <Name extends string, Shape extends z.core.$ZodLooseShape>(name: Name, shape: Shape) =>
  z.strictObject({ do: z.literal(name), ...shape });
const sight = <Name extends string, Shape extends z.core.$ZodLooseShape>(name: Name, shape: Shape) =>
  z.strictObject({ see: z.literal(name), ...shape });
const on = targetSchema;
const of = targetSchema;

/** Each takes 100 ms of the page's time, which else stands still. */
const actionSchema = z.discriminatedUnion('do', [
  /** The page as somebody opens it; `search` is the part of the address from the question mark on. */
  action('open', { search: z.string().exactOptional() }),
  action('reload', {}),
  action('click', { on, times: z.int().min(1).max(2).exactOptional() }),
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
export type Action = z.infer<typeof actionSchema>;

/** Hidden elements have no text, are not counted, and are not listed. Texts are compared with their spaces collapsed. */
const expectationSchema = z.discriminatedUnion('see', [
  sight('text', { of, is: z.string() }),
  sight('texts', { of, are: z.array(z.string()) }),
  /** The text of each of these, whatever their order in the page: the cells of a board. */
  sight('each', { of: z.array(z.string()).min(1).max(400), are: z.array(z.string()) }),
  sight('count', { of, is: z.int() }),
  sight('value', { of, is: z.string() }),
  /** Null: the attribute is not there. */
  sight('attribute', { of, name: z.string(), is: z.string().nullable() }),
  sight('class', { of, name: z.string(), is: z.boolean() }),
  /** As getComputedStyle says it: `rgb(255, 0, 0)`. */
  sight('style', { of, property: z.string(), is: z.string() }),
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
  /** Nothing sticks out on the right at the present width of the window. */
  sight('fits', {}),
  /** Every field and button has a name, every picture a text in its place. */
  sight('accessible', {}),
  /** No uncaught error, none on the console. */
  sight('quiet', {}),
  /** Nothing was fetched but the submitted files. */
  sight('offline', {}),
]);
export type Expectation = z.infer<typeof expectationSchema>;

export const stepSchema = z.union([actionSchema, expectationSchema]);
export type WebStep = z.infer<typeof stepSchema>;

export function describeStep(step: WebStep): string {
  if ('see' in step) return `look at ${subject(step)}`;
  switch (step.do) {
    case 'open':
      return step.search ? `open the page with ${step.search}` : 'open the page';
    case 'reload':
      return 'reload';
    case 'click':
      return `${step.times === 2 ? 'double-click' : 'click'} ${nameOf(step.on)}`;
    case 'type':
      return `type ${JSON.stringify(step.text)} into ${nameOf(step.on)}`;
    case 'press':
      return `press ${step.key === ' ' ? 'the space bar' : step.key}${step.on ? ` in ${nameOf(step.on)}` : ''}`;
    case 'select':
      return `select ${JSON.stringify(step.option)} in ${nameOf(step.on)}`;
    case 'files':
      return `give ${step.files.map(({ name }) => name).join(', ')} to ${nameOf(step.on)}`;
    case 'wait':
      return `wait ${step.ms} ms`;
    case 'resize':
      return `make the window ${step.width} by ${step.height}`;
  }
}

/** What an expectation is about, for a person. */
export function subject(step: Expectation): string {
  switch (step.see) {
    case 'attribute':
      return `the attribute ${step.name} of ${nameOf(step.of)}`;
    case 'class':
      return `the class ${step.name} of ${nameOf(step.of)}`;
    case 'style':
      return `the ${step.property} of ${nameOf(step.of)}`;
    case 'pixel':
      return `the colour of ${nameOf(step.of)} at ${step.x}, ${step.y}`;
    case 'storage':
      return `"${step.key}" in local storage`;
    case 'download':
      return 'what was downloaded';
    case 'each':
      return `${step.of[0]} to ${step.of.at(-1)}`;
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
      return `the ${step.see} of ${nameOf(step.of)}`;
  }
}

export function nameOf(target: Target): string {
  if (typeof target === 'string') return target;
  if ('label' in target) return `the field "${target.label}"`;
  return target.name === undefined ? `the ${target.role}` : `the ${target.role} "${target.name}"`;
}

/** What must be seen, in the shape in which it is observed. */
export function expectedOf(step: Expectation): Json {
  switch (step.see) {
    case 'texts':
    case 'each':
      return step.are;
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
