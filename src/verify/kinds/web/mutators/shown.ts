// Mutants with the reference's content that is invisible or looks different, and variants that are right although they
// fade, wait or listen to other events. Each is made by inserting a style, a script or an element into the page.
import type { CheckedInstance } from '../../../mutants/mutant.ts';
import type { WebStep } from '../script.ts';

export interface PageChange {
  readonly what: string;
  readonly page: string;
  readonly certain: boolean;
}

const withStyle = (page: string, css: string) => `${page}\n<style>${css}</style>\n`;
const withMarkup = (page: string, markup: string) =>
  /<\/body>/i.test(page) ? page.replace(/<\/body>/i, () => `${markup}</body>`) : `${page}\n${markup}\n`;

/** Inserts a script before all scripts of the page. */
function withScript(page: string, code: string): string {
  const script = `<script>${code}</script>`;
  const place = /<head\b[^>]*>/i.exec(page) ?? /<!doctype[^>]*>/i.exec(page);
  const at = place ? place.index + place[0].length : 0;
  return page.slice(0, at) + script + page.slice(at);
}

function stepsOf(instance: CheckedInstance, path: string): WebStep[] {
  return instance.checks.flatMap((check) => (check.kind === 'web' && check.file === path ? check.steps : []));
}

/** Selectors of elements in which some text must be seen: columns, headings, cells, numbers. */
function textSelectors(steps: readonly WebStep[]): string[] {
  const found = steps.flatMap((step): string[] => {
    if (!('see' in step)) return [];
    if (step.see === 'text') return typeof step.of === 'string' && step.is.trim() !== '' ? [step.of] : [];
    if (step.see === 'texts' || step.see === 'mentions')
      return typeof step.of === 'string' && step.are.some((each) => each.trim() !== '') ? [step.of] : [];
    if (step.see !== 'each' || step.colour === 'free') return [];
    return step.of.filter((_, index) => (step.are[index] ?? '').trim() !== '');
  });
  return [...new Set(found)];
}

/** Generated text does not break these: a heading may contain an arrow, and a field or list shows no generated text. */
const FREE: ReadonlySet<string> = new Set(['mentions', 'options', 'value']);

/** Mutants that hide or change content which must be seen. */
export function hiddenPages(instance: CheckedInstance, path: string, page: string): PageChange[] {
  const steps = stepsOf(instance, path);
  const selectors = textSelectors(steps);
  const lists = steps.flatMap((step) => ('see' in step && step.see === 'options' && typeof step.of === 'string' ? [step.of] : [])); // prettier-ignore
  if (selectors.length === 0) return [];
  const free = new Set(steps.flatMap((step) => ('see' in step && FREE.has(step.see) && 'of' in step ? [step.of] : [])));
  const certain = true;
  return [
    { what: 'all is transparent', page: withStyle(page, 'body { opacity: 0 !important }'), certain },
    {
      what: 'all is white on white',
      page: withStyle(page, '* { color: #fff !important; background: #fff !important; text-shadow: none !important }'),
      certain,
    },
    {
      what: 'all is covered by a layer that lets clicks through',
      page: withMarkup(page, '<div style="position:fixed;inset:0;z-index:2147483647;background:#fff;pointer-events:none"></div>'), // prettier-ignore
      certain,
    },
    ...selectors.flatMap((selector): PageChange[] => [
      { what: `${selector} is transparent`, page: withStyle(page, `${selector} { opacity: 0 !important }`), certain },
      ...(free.has(selector)
        ? []
        : [
            {
              what: `${selector} is followed by what a style writes`,
              page: withStyle(page, `${selector}::after { content: "7" !important; font-size: 16px !important }`),
              certain: false,
            },
          ]),
    ]),
    ...lists.map((selector) => ({
      what: `the last option of ${selector} is missing`,
      page: withMarkup(
        page,
        `<script>document.querySelector(${JSON.stringify(selector)}).lastElementChild.remove()</script>`,
      ),
      certain,
    })),
  ];
}

const listening = (change: string) => `{
  const add = EventTarget.prototype.addEventListener;
  EventTarget.prototype.addEventListener = function (type, listener, ...rest) {
    if (type !== 'input' || typeof listener !== 'function') return add.call(this, type, listener, ...rest);
    ${change}
  };
}`;

/** Variants that are right: a user waits for a moment and cannot tell which events the page listens to. */
export function equalPages(page: string): PageChange[] {
  const certain = true;
  return [
    { what: 'every change fades for 0.3 s', page: withStyle(page, '* { transition: all 0.3s }'), certain },
    {
      what: 'the page fades in for 0.4 s',
      page: withStyle(page, '@keyframes fading { from { opacity: 0 } } body { animation: fading 0.4s }'),
      certain,
    },
    ...(/addEventListener\(\s*["']input["']/.test(page)
      ? [
          {
            what: 'input is answered when it has rested for 300 ms',
            page: withScript(
              page,
              listening(`let timer;
    return add.call(this, type, (event) => { clearTimeout(timer); timer = setTimeout(() => listener.call(this, event), 300); }, ...rest);`),
            ),
            certain,
          },
          {
            what: 'keyup is listened to instead of input',
            page: withScript(page, listening("return add.call(this, 'keyup', listener, ...rest);")),
            certain,
          },
        ]
      : []),
  ];
}
