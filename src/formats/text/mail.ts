// Reads and writes eml: mail with names and bodies in any script, and attachments.
import iconv from 'iconv-lite';
import { formatLimits } from '../limits.ts';
import { checkCount, checkSize, countSubstring, FormatProblem, parsingAsync } from '../problem.ts';
import type { Encoding } from './text.ts';

interface MailAddress {
  readonly name: string;
  readonly address: string;
}

interface MailAttachment {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}

export interface Mail {
  readonly from: MailAddress | undefined;
  readonly to: readonly MailAddress[];
  readonly cc: readonly MailAddress[];
  readonly subject: string;
  /** ISO 8601 in UTC; undefined if missing or unreadable. */
  readonly date: string | undefined;
  readonly messageId: string | undefined;
  readonly inReplyTo: string | undefined;
  /** Lines end in "\n"; empty lines at the end are removed. */
  readonly text: string;
  readonly html: string | undefined;
  readonly attachments: readonly MailAttachment[];
}

/** The largest header section: the library's regular expressions take quadratic time. */
const MAX_HEADER_BYTES = 2 ** 16;

/** The most lines, because each becomes an object: 15 MB of attachments have this number. */
const MAX_LINES = 200_000;

export async function readMail(bytes: Uint8Array): Promise<Mail> {
  checkSize(bytes);
  const source = Buffer.from(bytes).toString('latin1');
  checkCount(countSubstring(source, '\n--'), formatLimits.entries, 'parts');
  checkCount(countSubstring(source, '\n'), MAX_LINES, 'lines');
  const { default: PostalMime } = await import('postal-mime');
  return await parsingAsync('a mail', async () => {
    const mail = await PostalMime.parse(bytes, {
      maxNestingDepth: formatLimits.valueDepth,
      maxHeadersSize: MAX_HEADER_BYTES,
    });
    if (!mail.from && mail.subject === undefined && !mail.to)
      throw new FormatProblem('the file has no headers of a mail');
    checkCount(mail.attachments.length, formatLimits.entries, 'attachments');
    const time = mail.date === undefined ? Number.NaN : Date.parse(mail.date);
    return {
      from: flat(mail.from ? [mail.from] : [])[0],
      to: flat(mail.to ?? []),
      cc: flat(mail.cc ?? []),
      subject: mail.subject ?? '',
      date: Number.isNaN(time) ? undefined : new Date(time).toISOString(),
      messageId: mail.messageId,
      inReplyTo: mail.inReplyTo,
      text: endedOnce((mail.text ?? '').replaceAll('\r\n', '\n')),
      html: mail.html,
      attachments: mail.attachments.map(({ filename, mimeType, content }) => ({
        name: filename ?? '',
        type: mimeType,
        bytes: typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content),
      })),
    };
  });
}

/** Replaces several line ends by one; a regular expression would take quadratic time on a million empty lines. */
function endedOnce(text: string): string {
  let end = text.length;
  while (end > 1 && text[end - 1] === '\n' && text[end - 2] === '\n') end -= 1;
  return text.slice(0, end);
}

type Addressed = { name: string; address?: string | undefined; group?: Addressed[] | undefined };

function flat(addresses: readonly Addressed[]): MailAddress[] {
  return addresses.flatMap(({ name, address, group }) => (group ? flat(group) : [{ name, address: address ?? '' }]));
}

export interface NewMail {
  readonly from: MailAddress;
  readonly to: readonly MailAddress[];
  readonly cc?: readonly MailAddress[];
  readonly subject: string;
  /** Local time with its offset, such as "2026-03-01T09:30:00+08:00". */
  readonly date: string;
  readonly messageId: string;
  readonly inReplyTo?: string;
  readonly text: string;
  readonly html?: string;
  readonly attachments?: readonly MailAttachment[];
  /** For headers and bodies; older Chinese mail often uses gb18030. */
  readonly charset?: Encoding;
  readonly transfer?: 'quoted-printable' | 'base64';
}

/** The lines of a mail end in CR LF, as RFC 5322 requires. */
export function writeMail(mail: NewMail): Uint8Array {
  const charset = mail.charset ?? 'utf-8';
  const list = (addresses: readonly MailAddress[]) =>
    addresses.map((each) => addressText(each, charset)).join(',\r\n ');
  const head = [
    `From: ${list([mail.from])}`,
    `To: ${list(mail.to)}`,
    ...(mail.cc?.length ? [`Cc: ${list(mail.cc)}`] : []),
    `Subject: ${words(mail.subject, charset)}`,
    `Date: ${mailDate(mail.date)}`,
    `Message-ID: <${mail.messageId}>`,
    ...(mail.inReplyTo ? [`In-Reply-To: <${mail.inReplyTo}>`, `References: <${mail.inReplyTo}>`] : []),
    'MIME-Version: 1.0',
  ];
  const transfer = mail.transfer ?? 'quoted-printable';
  const plain = textPart('plain', mail.text, charset, transfer);
  const body =
    mail.html === undefined
      ? plain
      : multipart('alternative', [plain, textPart('html', mail.html, charset, transfer)], 2);
  const attached = (mail.attachments ?? []).map((each) => attachmentPart(each, charset));
  const whole = attached.length > 0 ? multipart('mixed', [body, ...attached], 1) : body;
  return new TextEncoder().encode(`${head.join('\r\n')}\r\n${whole}\r\n`);
}

function addressText({ name, address }: MailAddress, charset: Encoding): string {
  if (name === '') return address;
  const shown = /^[\w .-]*$/.test(name) ? name : isAscii(name) ? JSON.stringify(name) : words(name, charset);
  return `${shown} <${address}>`;
}

/** Neither transfer encoding can produce "=_", so a boundary with it never occurs in the content. */
function multipart(kind: string, parts: readonly string[], level: number): string {
  const boundary = `=_part_${level}`;
  const head = `Content-Type: multipart/${kind}; boundary="${boundary}"\r\n\r\n`;
  return `${head}${parts.map((part) => `--${boundary}\r\n${part}\r\n`).join('')}--${boundary}--`;
}

function textPart(kind: string, text: string, charset: Encoding, transfer: 'quoted-printable' | 'base64'): string {
  const bytes = iconv.encode(text.replace(/\r?\n/g, '\r\n'), charset);
  const body = transfer === 'base64' ? base64Lines(bytes) : quotedPrintable(bytes);
  return `Content-Type: text/${kind}; charset=${charset}\r\nContent-Transfer-Encoding: ${transfer}\r\n\r\n${body}`;
}

function attachmentPart({ name, type, bytes }: MailAttachment, charset: Encoding): string {
  const shown = isAscii(name) ? name : words(name, charset).replaceAll('\r\n', '');
  return [
    `Content-Type: ${type}; name="${shown}"`,
    `Content-Disposition: attachment; filename="${shown}"`,
    'Content-Transfer-Encoding: base64',
    '',
    base64Lines(bytes),
  ].join('\r\n');
}

/** RFC 2047 encoded words of at most 75 characters, never split inside a character. */
function words(text: string, charset: Encoding): string {
  if (isAscii(text)) return text;
  const room = Math.floor((75 - `=?${charset}?B??=`.length) / 4) * 3;
  const pieces: string[] = [''];
  for (const character of text) {
    const piece = `${pieces.at(-1)}${character}`;
    if (iconv.encode(piece, charset).length > room) pieces.push(character);
    else pieces[pieces.length - 1] = piece;
  }
  return pieces.map((piece) => `=?${charset}?B?${iconv.encode(piece, charset).toString('base64')}?=`).join('\r\n ');
}

function quotedPrintable(bytes: Uint8Array): string {
  const lines = Buffer.from(bytes).toString('latin1').split('\r\n');
  return lines.map(quotedLine).join('\r\n');
}

function quotedLine(line: string): string {
  const out: string[] = [''];
  for (const [index, character] of line.split('').entries()) {
    const last = index === line.length - 1;
    const plain = /[!-<>-~]/.test(character) || (/[ \t]/.test(character) && !last);
    const shown = plain ? character : `=${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
    if (`${out.at(-1)}${shown}`.length > 75) out.push(shown);
    else out[out.length - 1] += shown;
  }
  return out.join('=\r\n');
}

function base64Lines(bytes: Uint8Array): string {
  return (
    Buffer.from(bytes)
      .toString('base64')
      .match(/.{1,76}/g) ?? []
  ).join('\r\n');
}

function isAscii(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text);
}

const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

function mailDate(iso: string): string {
  const [, year, month, day, time, offset = ''] =
    /^(\d{4})-(\d\d)-(\d\d)T(\d\d:\d\d:\d\d)(Z|[+-]\d\d:\d\d)$/.exec(iso) ?? [];
  if (!year) throw new Error(`"${iso}" is no local time with an offset`);
  const weekday = days[new Date(`${year}-${month}-${day}T00:00:00Z`).getUTCDay()];
  const zone = offset === 'Z' ? '+0000' : offset.replace(':', '');
  return `${weekday}, ${day} ${months[Number(month) - 1]} ${year} ${time} ${zone}`;
}
