// Letters and minutes of an office. Their content is also given as data: who does what by when.
import { amounts, dates, type Draw, type Language } from '../../core/index.ts';
import { distinct } from '../distinct.ts';
import { people, type Person } from '../people/index.ts';
import { product } from '../trade/index.ts';
import { agenda, tasksToDo } from './agenda.ts';
import { emailKinds, letters, type EmailKind } from './letters.ts';

export interface Email {
  readonly kind: EmailKind;
  readonly from: Person;
  readonly to: Person;
  /** ISO day and time without zone: `2024-03-05T09:41`. */
  readonly at: string;
  readonly subject: string;
  readonly body: string;
  /** The facts in the text, by name: product, quantity, due, number, cents, days. */
  readonly facts: Readonly<Record<string, string | number>>;
}

export interface EmailOptions {
  readonly kind?: EmailKind;
  readonly from?: Person;
  readonly to?: Person;
  readonly day?: string;
}

export function email(draw: Draw, lang: Language, options: EmailOptions = {}): Email {
  const kind = options.kind ?? draw.pick(emailKinds);
  const [one, other] = people(draw, lang, 2) as [Person, Person];
  const [from, to] = [options.from ?? one, options.to ?? other];
  const day = options.day ?? dates.dayBetween(draw, '2021-01-04', '2024-12-20');
  const due = dates.isoDay(dates.dayNumber(day) + draw.int(3, 40));
  const { name: thing, cents } = product(draw, lang);
  const quantity = draw.int(2, 60);
  const facts = {
    product: thing,
    quantity,
    due,
    number: `${draw.int(21, 24)}-${draw.int(1000, 9999)}`,
    cents: cents * quantity,
  };
  const words = letters[lang];
  const said = (text: string) =>
    text
      .replaceAll('{product}', thing)
      .replaceAll('{quantity}', String(quantity))
      .replaceAll('{due}', dates.longDay(due, lang))
      .replaceAll('{number}', facts.number)
      .replaceAll(
        '{amount}',
        amounts.grouped(Math.floor(facts.cents / 100)) + amounts.formatCents(facts.cents).slice(-3),
      )
      .replaceAll('{given}', to.given)
      .replaceAll('{name}', to.name)
      .replaceAll('{me}', lang === 'zh' ? from.name : from.given);
  const { subjects, openings, wants, names } = words.kinds[kind];
  const body = [
    draw.pick(words.greetings),
    `${draw.pick(openings)}${lang === 'zh' ? '' : ' '}${draw.pick(wants)}`,
    draw.pick(words.asides),
    draw.pick(words.closings),
  ].map(said);
  return {
    kind,
    from,
    to,
    at: `${day}T${pad(draw.int(7, 19))}:${pad(draw.int(0, 59))}`,
    subject: said(draw.pick(subjects)),
    body: `${body.join('\n\n')}\n`,
    facts: Object.fromEntries(Object.entries(facts).filter(([name]) => names.includes(name))),
  };
}

export function emails(draw: Draw, lang: Language, count: number, options: EmailOptions = {}): Email[] {
  return distinct(
    count,
    () => email(draw, lang, options),
    ({ body }) => body,
  );
}

export interface OfficeAction {
  readonly who: string;
  readonly what: string;
  /** ISO day. */
  readonly due: string;
}

export interface Minutes {
  readonly title: string;
  readonly day: string;
  readonly present: readonly string[];
  readonly absent: readonly string[];
  readonly items: readonly {
    readonly topic: string;
    readonly discussion: string;
    readonly decision: string;
    readonly actions: readonly OfficeAction[];
  }[];
}

/** Minutes of a meeting. Only those present are given work. */
export function minutes(
  draw: Draw,
  lang: Language,
  { items = 4, attendees = 7, day = dates.dayBetween(draw, '2021-01-04', '2024-12-20') } = {},
): Minutes {
  const names = people(draw, lang, attendees).map(({ name }) => name);
  const absent = names.slice(0, draw.int(0, Math.min(2, attendees - 2)));
  const present = names.slice(absent.length);
  const todo = draw.sample(tasksToDo[lang], Math.min(tasksToDo[lang].length, items * 2));
  return {
    title: draw.pick(agenda[lang].titles),
    day,
    present,
    absent,
    items: draw.sample(agenda[lang].topics, items).map(({ topic, discussions, decisions }) => ({
      topic,
      discussion: draw.pick(discussions).replaceAll('{name}', draw.pick(present)),
      decision: draw.pick(decisions),
      actions: todo.splice(0, draw.int(1, 2)).map((what) => ({
        who: draw.pick(present),
        what,
        due: dates.isoDay(dates.dayNumber(day) + draw.int(2, 35)),
      })),
    })),
  };
}

function pad(value: number): string {
  return String(value).padStart(2, '0');
}
