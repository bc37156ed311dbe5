// What the tool does by the specification; `reading` selects a wrong reading of it.
export type Rules = {
  /** From harmless to grave. */
  levels: string[];
  /** From this level on it is an alarm. */
  alarm: string;
  /** What stands for a number, and between the cells of a line. */
  number: string;
  separator: string;
  /** Before and after the count of a line that says that the last message came again. */
  again: [string, string];
  exit: { alarm: number; usage: number; missing: number };
};

export type Run = { run: string[]; stdin?: string; files?: Record<string, string> };
export type Result = { exit: number; stdout: string; files: Record<string, string> };

export type Reading = 'text times' | 'no repeats' | 'no continuation' | 'digits only' | 'alarm of all' | 'argparse';

type Entry = { at: number; written: string; level: string; service: string; kind: string; times: number };
type Options = { level: string; since?: string; until?: string; top?: string; json?: string; files: string[] };

class Stop extends Error {
  readonly exit: number;

  constructor(exit: number) {
    super(`exit ${exit}`);
    this.exit = exit;
  }
}

export function runTool(rules: Rules, { run, stdin = '', files = {} }: Run, reading?: Reading): Result {
  try {
    const options = readOptions(rules, run, reading);
    const sources = (options.files.length > 0 ? options.files : ['-']).map((path) => {
      const text = path === '-' ? stdin : files[path];
      if (text === undefined) throw new Stop(rules.exit.missing);
      return readLog(rules, text, reading);
    });
    return summarise(rules, options, sources, reading);
  } catch (error) {
    if (error instanceof Stop) return { exit: error.exit, stdout: '', files: {} };
    throw error;
  }
}

const names = ['level', 'since', 'until', 'top', 'json'] as const;
const moment = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(Z|[+-]\d\d:\d\d)$/;

function readOptions(rules: Rules, given: readonly string[], reading?: Reading): Options {
  const options: Options = { level: rules.levels[0] ?? '', files: [] };
  const left = [...given];
  for (let argument = left.shift(); argument !== undefined; argument = left.shift()) {
    if (!argument.startsWith('--')) {
      options.files.push(argument);
      continue;
    }
    const name = names.find((each) =>
      reading === 'argparse' ? `--${each}`.startsWith(argument ?? '') : `--${each}` === argument,
    );
    const value = name && left.shift();
    if (name === undefined || value === undefined) throw new Stop(rules.exit.usage);
    const good =
      name === 'json' ||
      (name === 'level' && rules.levels.includes(value)) ||
      (name === 'top' && /^[1-9]\d*$/.test(value)) ||
      ((name === 'since' || name === 'until') && moment.test(value));
    if (!good) throw new Stop(rules.exit.usage);
    options[name] = value;
  }
  return options;
}

/** Seconds since 1970. */
function secondsOf(written: string): number {
  const [, year, month, day, hour, minute, second, zone = 'Z'] = moment.exec(written) ?? [];
  const local =
    Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second)) / 1000;
  if (zone === 'Z') return local;
  const ahead = 3600 * Number(zone.slice(1, 3)) + 60 * Number(zone.slice(4));
  return zone.startsWith('-') ? local + ahead : local - ahead;
}

function kindOf({ number }: Rules, message: string, reading?: Reading): string {
  const quoted = reading === 'digits only' ? message : message.replace(/"[^"]*"/g, '""');
  return quoted
    .replace(/[0-9]+/g, number)
    .replace(/[ \t]+/g, ' ')
    .trim();
}

function readLog(rules: Rules, text: string, reading?: Reading): { entries: Entry[]; unreadable: number } {
  const line = new RegExp(`^(\\S+) (${rules.levels.join('|')}) ([^\\s:]+): (.*)$`);
  const entries: Entry[] = [];
  let unreadable = 0;
  for (const raw of text.split(/\r?\n/)) {
    if (raw.trim() === '') continue;
    const last = entries.at(-1);
    const times = repeats(rules, raw);
    if (/^[ \t]/.test(raw)) {
      if (!last || reading === 'no continuation') unreadable += 1;
    } else if (times !== undefined && reading !== 'no repeats') {
      if (last) last.times += times;
      else unreadable += 1;
    } else {
      const [, written = '', level = '', service = '', message = ''] = line.exec(raw) ?? [];
      if (moment.test(written) && message.trim() !== '')
        entries.push({
          at: secondsOf(written),
          written,
          level,
          service,
          kind: kindOf(rules, message, reading),
          times: 1,
        });
      else unreadable += 1;
    }
  }
  return { entries, unreadable };
}

function repeats({ again: [before, after] }: Rules, line: string): number | undefined {
  if (!line.startsWith(before) || !line.endsWith(after)) return undefined;
  const count = line.slice(before.length, line.length - after.length);
  return /^[1-9]\d*$/.test(count) ? Number(count) : undefined;
}

type Log = ReturnType<typeof readLog>;

function summarise(rules: Rules, options: Options, logs: readonly Log[], reading?: Reading): Result {
  const rank = (level: string) => rules.levels.indexOf(level);
  const all = logs.flatMap(({ entries }) => entries);
  const before = (one: Entry, written: string) =>
    reading === 'text times' ? one.written < written : one.at < secondsOf(written);
  const counted = all.filter((entry) => {
    if (rank(entry.level) < rank(options.level)) return false;
    if (options.since !== undefined && before(entry, options.since)) return false;
    return options.until === undefined || before(entry, options.until);
  });
  const kinds = new Map<string, Entry>();
  for (const entry of counted) {
    const key = JSON.stringify([entry.level, entry.service, entry.kind]);
    kinds.set(key, { ...entry, times: entry.times + (kinds.get(key)?.times ?? 0) });
  }
  const rows = [...kinds.values()].toSorted(
    (a, b) =>
      b.times - a.times || rank(b.level) - rank(a.level) || compare(a.service, b.service) || compare(a.kind, b.kind),
  );
  const entries = sum(counted);
  const unreadable = logs.reduce((total, log) => total + log.unreadable, 0);
  const lines = rows
    .slice(0, options.top === undefined ? rows.length : Number(options.top))
    .map(({ times, level, service, kind }) => [times, level, service, kind].join(rules.separator));
  const alarming = (reading === 'alarm of all' ? all : counted).some(({ level }) => rank(level) >= rank(rules.alarm));
  const times = counted.map(({ at }) => at).toSorted((a, b) => a - b);
  const report = {
    entries,
    kinds: rows.length,
    unreadable,
    by_level: Object.fromEntries(
      rules.levels.map((each) => [each, sum(counted.filter(({ level }) => level === each))]),
    ),
    first: utc(times[0]),
    last: utc(times.at(-1)),
  };
  return {
    exit: alarming ? rules.exit.alarm : 0,
    stdout: [...lines, `total: ${entries} entries, ${rows.length} kinds, ${unreadable} unreadable`, ''].join('\n'),
    files: options.json === undefined ? {} : { [options.json]: JSON.stringify(report) },
  };
}

const sum = (entries: readonly Entry[]) => entries.reduce((total, { times }) => total + times, 0);

/** By code points; all characters here lie in the basic plane. */
const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

function utc(seconds: number | undefined): string | null {
  return seconds === undefined ? null : new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');
}
