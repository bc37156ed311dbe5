// Reads and writes ics calendars. A time keeps the zone of the file: UTC, a named zone, or none.
import { formatLimits } from '../limits.ts';
import { checkCount, checkSize, FormatProblem } from '../problem.ts';
import { decodeText } from './text.ts';

interface CalendarTime {
  /** "2026-03-01" for a whole day, otherwise the local time in the zone: "2026-03-01T09:30:00". */
  readonly local: string;
  /** "UTC", a name such as "Asia/Shanghai", or null for a floating time. */
  readonly zone: string | null;
}

interface CalendarEvent {
  readonly uid: string;
  readonly summary: string;
  readonly start: CalendarTime;
  readonly end?: CalendarTime;
  /** Such as "PT1H30M", if the event has a duration instead of an end. */
  readonly duration?: string;
  readonly location?: string;
  readonly description?: string;
  /** The parts of the recurrence rule, such as { FREQ: "WEEKLY", COUNT: "4" }. */
  readonly rule?: Readonly<Record<string, string>>;
  /** Addresses without "mailto:". */
  readonly attendees?: readonly string[];
  readonly categories?: readonly string[];
  /** Triggers of reminders, such as "-PT15M". */
  readonly alarms?: readonly string[];
}

export interface Calendar {
  readonly events: readonly CalendarEvent[];
}

interface Line {
  readonly name: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly value: string;
}

export function readCalendar(bytes: Uint8Array): Calendar {
  checkSize(bytes);
  const lines = decodeText(bytes)
    .replace(/\r?\n[ \t]/g, '')
    .split(/\r?\n/)
    .filter((line) => line !== '')
    .map(lineOf);
  const [first, last] = [lines[0], lines.at(-1)];
  if (first?.name !== 'BEGIN' || first.value !== 'VCALENDAR' || last?.name !== 'END' || last.value !== 'VCALENDAR')
    throw new FormatProblem('the file is not a calendar');
  if (!lines.some(({ name, value }) => name === 'VERSION' && value === '2.0'))
    throw new FormatProblem('the calendar does not declare VERSION:2.0');
  return { events: eventsOf(lines) };
}

function lineOf(line: string, index: number): Line {
  const [, name = '', parameters = '', value = ''] =
    /^([\w-]+)((?:;[\w-]+=(?:"[^"]*"|[^";:,]*)(?:,(?:"[^"]*"|[^";:,]*))*)*):(.*)$/.exec(line) ?? [];
  if (name === '') throw new FormatProblem(`line ${index + 1} is not a line of a calendar`);
  const pairs = [...parameters.matchAll(/;([\w-]+)=((?:"[^"]*"|[^";])*)/g)].map(
    ([, key = '', text = '']) => [key.toUpperCase(), text.replaceAll('"', '')] as const,
  );
  return { name: name.toUpperCase(), parameters: Object.fromEntries(pairs), value };
}

function eventsOf(lines: readonly Line[]): CalendarEvent[] {
  const events: CalendarEvent[] = [];
  const open: string[] = [];
  let own: Line[] = [];
  let alarms: string[] = [];
  for (const line of lines) {
    if (line.name === 'BEGIN') {
      open.push(line.value);
      checkCount(open.length, 8, 'calendar parts inside one another');
      if (line.value === 'VEVENT') [own, alarms] = [[], []];
    } else if (line.name === 'END') {
      if (open.pop() !== line.value) throw new FormatProblem(`${line.value} ends without a beginning`);
      if (line.value === 'VEVENT') events.push(eventOf(own, alarms));
      checkCount(events.length, formatLimits.items, 'events');
    } else if (open.at(-1) === 'VEVENT') own.push(line);
    else if (open.at(-1) === 'VALARM' && line.name === 'TRIGGER') alarms.push(line.value);
  }
  if (open.length > 0) throw new FormatProblem(`${open.at(-1)} does not end`);
  return events;
}

function eventOf(lines: readonly Line[], alarms: readonly string[]): CalendarEvent {
  const one = (name: string): Line | undefined => {
    const found = lines.filter((line) => line.name === name);
    if (found.length > 1) throw new FormatProblem(`an event has ${name} twice`);
    return found[0];
  };
  const [start, end, duration, rule] = [one('DTSTART'), one('DTEND'), one('DURATION'), one('RRULE')];
  if (!start) throw new FormatProblem('an event has no start');
  const uid = one('UID')?.value;
  if (!uid) throw new FormatProblem('an event has no UID');
  const text = (name: string, key: string) => {
    const line = one(name);
    return line ? { [key]: unescapeText(line.value) } : {};
  };
  const many = (name: string) => lines.filter((line) => line.name === name).map(({ value }) => value);
  const attendees = many('ATTENDEE').map((value) => value.replace(/^mailto:/i, ''));
  const categories = many('CATEGORIES').flatMap((value) => value.split(/(?<!\\),/).map(unescapeText));
  return {
    uid,
    summary: unescapeText(one('SUMMARY')?.value ?? ''),
    start: timeOf(start),
    ...(end ? { end: timeOf(end) } : {}),
    ...(duration ? { duration: duration.value } : {}),
    ...text('LOCATION', 'location'),
    ...text('DESCRIPTION', 'description'),
    ...(rule ? { rule: ruleOf(rule.value) } : {}),
    ...(attendees.length > 0 ? { attendees } : {}),
    ...(categories.length > 0 ? { categories } : {}),
    ...(alarms.length > 0 ? { alarms } : {}),
  };
}

function timeOf({ name, parameters, value }: Line): CalendarTime {
  const [, year, month, day, hour, minute, second, utc] =
    /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z)?)?$/.exec(value) ?? [];
  const date = `${year}-${month}-${day}`;
  const local = hour === undefined ? date : `${date}T${hour}:${minute}:${second}`;
  const instant = new Date(hour === undefined ? `${date}T00:00:00Z` : `${local}Z`);
  if (Number.isNaN(instant.getTime()) || !instant.toISOString().startsWith(local))
    throw new FormatProblem(`${name} is "${value.slice(0, 40)}", which is no time`);
  if ((parameters['VALUE'] === 'DATE') !== (hour === undefined))
    throw new FormatProblem(`${name} is "${value}": VALUE=DATE belongs to a whole day, and only to that`);
  return { local, zone: utc ? 'UTC' : (parameters['TZID'] ?? null) };
}

function ruleOf(value: string): Record<string, string> {
  return Object.fromEntries(
    value.split(';').map((part) => {
      const [, key = '', text = ''] = /^([A-Z-]+)=(.+)$/.exec(part) ?? [];
      if (key === '') throw new FormatProblem(`the recurrence rule "${value.slice(0, 80)}" cannot be read`);
      return [key, text];
    }),
  );
}

function unescapeText(text: string): string {
  return text.replace(/\\([\\;,nN])/g, (_, character: string) => (/n/i.test(character) ? '\n' : character));
}

/** Writes the calendar with a constant time stamp; lines are folded at 75 bytes. */
export function writeCalendar({ events }: Calendar): string {
  const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Office//Calendar//EN', ...events.flatMap(eventLines)];
  return [...lines, 'END:VCALENDAR'].map((line) => `${fold(line)}\r\n`).join('');
}

function eventLines(event: CalendarEvent): string[] {
  const rule = Object.entries(event.rule ?? {}).map(([key, value]) => `${key}=${value}`);
  return [
    'BEGIN:VEVENT',
    `UID:${event.uid}`,
    'DTSTAMP:20240101T000000Z',
    timeLine('DTSTART', event.start),
    ...(event.end ? [timeLine('DTEND', event.end)] : []),
    ...(event.duration ? [`DURATION:${event.duration}`] : []),
    `SUMMARY:${escapeText(event.summary)}`,
    ...(event.location === undefined ? [] : [`LOCATION:${escapeText(event.location)}`]),
    ...(event.description === undefined ? [] : [`DESCRIPTION:${escapeText(event.description)}`]),
    ...(rule.length > 0 ? [`RRULE:${rule.join(';')}`] : []),
    ...(event.attendees ?? []).map((address) => `ATTENDEE:mailto:${address}`),
    ...(event.categories?.length ? [`CATEGORIES:${event.categories.map(escapeText).join(',')}`] : []),
    ...(event.alarms ?? []).flatMap((trigger) => [
      'BEGIN:VALARM',
      'ACTION:DISPLAY',
      `DESCRIPTION:${escapeText(event.summary)}`,
      `TRIGGER:${trigger}`,
      'END:VALARM',
    ]),
    'END:VEVENT',
  ];
}

function timeLine(name: string, { local, zone }: CalendarTime): string {
  const digits = local.replace(/[-:]/g, '');
  if (!local.includes('T')) return `${name};VALUE=DATE:${digits}`;
  if (zone === 'UTC') return `${name}:${digits}Z`;
  return zone === null ? `${name}:${digits}` : `${name};TZID=${zone}:${digits}`;
}

function escapeText(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replaceAll('\n', '\\n');
}

function fold(line: string): string {
  const pieces = [''];
  for (const character of line) {
    const piece = `${pieces.at(-1)}${character}`;
    if (Buffer.byteLength(piece) > (pieces.length === 1 ? 75 : 74)) pieces.push(character);
    else pieces[pieces.length - 1] = piece;
  }
  return pieces.join('\r\n ');
}
