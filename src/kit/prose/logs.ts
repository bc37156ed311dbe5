// Lines of logs, with their fields beside the text. Addresses are in the ranges reserved for documentation.
import { dates, type Draw } from '../../core/index.ts';

export const logLevels = ['DEBUG', 'INFO', 'WARNING', 'ERROR'] as const;
export type LogLevel = (typeof logLevels)[number];

export interface LogLine {
  /** ISO day and time with milliseconds, without zone. */
  readonly at: string;
  readonly level: LogLevel;
  readonly service: string;
  readonly message: string;
  readonly text: string;
}

/** The log of a program over part of one day, in order of time. Errors are rare, and all times differ. */
export function appLog(
  draw: Draw,
  count: number,
  { day = dates.dayBetween(draw, '2021-01-04', '2024-12-20'), seconds = 86_400 } = {},
): LogLine[] {
  const times = new Set<number>();
  while (times.size < count) times.add(draw.int(0, seconds * 1000 - 1));
  return [...times]
    .toSorted((one, other) => one - other)
    .map((time) => {
      const at = new Date(dates.dayNumber(day) * 86_400_000 + time).toISOString().slice(0, -1);
      const level = draw.pick(levelMix);
      const [service = '', message = ''] = filled(draw, draw.pick(messages[level])).split(': ');
      return {
        at,
        level,
        service,
        message,
        text: `${at.replace('T', ' ').replace('.', ',')} ${level} [${service}] ${message}`,
      };
    });
}

export interface LogRequest {
  readonly ip: string;
  /** ISO day and time to the second. */
  readonly at: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly bytes: number;
  readonly agent: string;
  readonly text: string;
}

/** Access log of a web server in the combined format, in order of time, in UTC. */
export function accessLog(
  draw: Draw,
  count: number,
  { day = dates.dayBetween(draw, '2021-01-04', '2024-12-20'), visitors = 40 } = {},
): LogRequest[] {
  const ips = draw.many(visitors, () => `${draw.pick(['192.0.2', '198.51.100', '203.0.113'])}.${draw.int(1, 254)}`);
  const times = draw.many(count, () => draw.int(0, 86_399)).toSorted((one, other) => one - other);
  return times.map((time) => {
    const at = new Date(dates.dayNumber(day) * 86_400_000 + time * 1000).toISOString().slice(0, 19);
    const fields = {
      ip: draw.pick(ips),
      at,
      method: draw.chance(0.85) ? 'GET' : 'POST',
      path: filled(draw, draw.pick(paths)),
      status: draw.pick([200, 200, 200, 200, 200, 200, 301, 304, 404, 404, 403, 500, 503]),
      agent: draw.pick(agents),
    };
    const bytes = fields.status === 304 ? 0 : draw.int(180, 48_000);
    const text = `${fields.ip} - - [${stamp(at)} +0000] "${fields.method} ${fields.path} HTTP/1.1" ${fields.status} ${bytes} "-" "${fields.agent}"`;
    return { ...fields, bytes, text };
  });
}

/** `05/Mar/2024:09:41:07`. */
function stamp(at: string): string {
  const { year, month, dayOfMonth } = dates.parts(at.slice(0, 10));
  const name = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')[month - 1];
  return `${String(dayOfMonth).padStart(2, '0')}/${name}/${year}:${at.slice(11)}`;
}

function filled(draw: Draw, text: string): string {
  return text
    .replaceAll(/\{(\d+)-(\d+)\}/g, (_, low: string, high: string) => String(draw.int(Number(low), Number(high))))
    .replaceAll('{word}', () => draw.pick(slugs));
}

const levelMix: readonly LogLevel[] = [
  ...Array<LogLevel>(6).fill('DEBUG'),
  ...Array<LogLevel>(20).fill('INFO'),
  ...Array<LogLevel>(4).fill('WARNING'),
  ...Array<LogLevel>(2).fill('ERROR'),
];
const slugs = 'lamps kettles scarves tents pans notebooks clocks ladders gloves speakers'.split(' ');
const agents = [
  'Mozilla/5.0 (X11; Linux x86_64; rv:124.0) Gecko/20100101 Firefox/124.0',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/122.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_3 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.3 Mobile/15E148 Safari/604.1',
  'curl/8.5.0',
  'PriceWatchBot/2.1',
];
const paths = [
  '/',
  '/shop/{word}',
  '/shop/{word}?page={2-9}',
  '/item/{1000-9999}',
  '/basket',
  '/search?q={word}',
  '/static/app.css',
  '/api/v1/items/{1000-9999}',
  '/login',
  '/wp-login.php',
];
/** Each begins with the service that logs it. */
const messages: Readonly<Record<LogLevel, readonly string[]>> = {
  DEBUG: [
    'cache: hit for item {1000-9999}',
    'search: query took {1-90} ms',
    'mailer: queue holds {0-40} jobs',
    'auth: session {10000-99999} touched',
  ],
  INFO: [
    'orders: order {10000-99999} accepted, {1-12} items',
    'auth: user {1000-9999} logged in',
    'mailer: mail sent to user {1000-9999} in {40-900} ms',
    'shipping: parcel {100000-999999} handed to carrier',
    'stock: item {1000-9999} set to {0-300}',
    'payments: order {10000-99999} paid',
  ],
  WARNING: [
    'search: slow response, {1001-9000} ms for item {1000-9999}',
    'stock: item {1000-9999} below {2-9}',
    'auth: login of user {1000-9999} failed, attempt {2-5}',
    'uploads: disk {70-94}% full',
  ],
  ERROR: [
    'payments: order {10000-99999} declined with code {40-59}',
    'orders: connection to database lost after {3-60} s',
    'uploads: file {1000-9999} broken, checksum mismatch',
    'shipping: timeout after {30-60} s while calling carrier',
  ],
};
