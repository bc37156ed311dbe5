// People: a name with a matching mailbox, telephone, birthday and id. No person is real: addresses end in the
// reserved `.example`, telephone numbers are in ranges that are not assigned.
import { dates, type Draw, type Language } from '../../core/index.ts';
import { distinct } from '../distinct.ts';
import { familyEn, familyZh, givenEn, givenFirstZh, givenLastZh, type WrittenName } from './words.ts';

export type Gender = 'female' | 'male';

export interface Person {
  /** The full name: `Clara Whitlock`, `欧阳思远`. */
  readonly name: string;
  readonly family: string;
  readonly given: string;
  readonly gender: Gender;
  /** `clara.whitlock`, `siyuan.ouyang`. */
  readonly mailbox: string;
  readonly email: string;
  readonly phone: string;
  /** ISO day. */
  readonly born: string;
}

export interface PeopleOptions {
  /** The part after the @; by default it is drawn for each person. */
  readonly domain?: string;
  readonly bornFrom?: string;
  readonly bornTo?: string;
}

export function person(draw: Draw, lang: Language, options: PeopleOptions = {}): Person {
  const gender = draw.pick(['female', 'male'] as const);
  const family = draw.pick(lang === 'zh' ? familyZh : familyEn);
  const given = lang === 'zh' ? givenZh(draw, gender) : draw.pick(givenEn[gender]);
  const mailbox = `${given.latin}.${family.latin}`;
  return {
    name: lang === 'zh' ? `${family.text}${given.text}` : `${given.text} ${family.text}`,
    family: family.text,
    given: given.text,
    gender,
    mailbox,
    email: `${mailbox}@${options.domain ?? domain(draw)}`,
    phone: phone(draw, lang),
    born: dates.dayBetween(draw, options.bornFrom ?? '1956-01-01', options.bornTo ?? '2004-12-31'),
  };
}

/** All names and mailboxes differ: the second person with the same mailbox gets a number in it. */
export function people(draw: Draw, lang: Language, count: number, options: PeopleOptions = {}): Person[] {
  const taken = new Map<string, number>();
  return distinct(
    count,
    () => person(draw, lang, options),
    ({ name }) => name,
  ).map((each) => {
    const number = (taken.get(each.mailbox) ?? 0) + 1;
    taken.set(each.mailbox, number);
    if (number === 1) return each;
    const mailbox = `${each.mailbox}${number}`;
    return { ...each, mailbox, email: `${mailbox}${each.email.slice(each.email.indexOf('@'))}` };
  });
}

/** Chinese mobile numbers begin with a prefix that no carrier has; others are written `(312) 555-0142`. */
export function phone(draw: Draw, lang: Language): string {
  const block = () => String(draw.int(0, 9999)).padStart(4, '0');
  if (lang === 'zh') return `${draw.pick(['154', '160', '163', '164', '168', '169'])}${block()}${block()}`;
  return `(${draw.pick(areas)}) 555-${block()}`;
}

/** `hazelmere.example`: a domain that cannot be registered. */
export function domain(draw: Draw): string {
  return `${draw.pick(domainStarts)}${draw.pick(domainEnds)}.example`;
}

function givenZh(draw: Draw, gender: Gender): WrittenName {
  const last = draw.pick(givenLastZh[gender]);
  if (draw.chance(0.15)) return last;
  const first = draw.pick(givenFirstZh.filter(({ text }) => text !== last.text));
  return { text: `${first.text}${last.text}`, latin: `${first.latin}${last.latin}` };
}

const areas = split(
  '201 206 212 213 216 303 305 312 313 314 404 410 412 414 415 503 504 512 602 612 615 617 702 713 718 801 808 816 901 916',
);
const domainStarts = split(
  'hazel river stone north oak silver maple cedar amber harbour west fern copper lark sand birch',
);
const domainEnds = split('mere gate field works point line bridge house port lane brook mark wood side post yard');

function split(text: string): string[] {
  return text.split(' ');
}
