// Logs as services write them: entries of several time zones, stack traces, repeated messages, unreadable lines.
import type { Draw, Language } from 'pybench/kit';
import type { Rules } from './tool.ts';

const services = ['billing', 'gateway', 'mailer', 'search-api', 'auth', 'Exporter', 'cron', 'media.v2'];

const messages: Record<Language, ((draw: Draw) => string)[]> = {
  en: [
    (draw) => `request took ${draw.int(3, 9800)} ms`,
    (draw) =>
      `user "${draw.pick(['mia', 'j. park', 'ops 7', ''])}" logged in from 10.${draw.int(0, 9)}.${draw.int(0, 99)}.7`,
    (draw) => `retry ${draw.int(1, 5)} of ${draw.int(5, 6)} for order A-${draw.int(100, 999)}`,
    (draw) => `cannot open "${draw.pick(['/srv/a1.csv', '/tmp/x', 'C:\\temp 2'])}": no such file`,
    (draw) => `queue  length ${draw.int(0, 900)}${draw.chance(0.5) ? '  ' : ''}`,
    () => 'cache warmed',
    (draw) => `disk at ${draw.int(50, 99)}.${draw.int(0, 9)}%: clean up soon`,
    (draw) => `unbalanced " quote in line ${draw.int(1, 50)}`,
  ],
  zh: [
    (draw) => `请求耗时 ${draw.int(3, 9800)} 毫秒`,
    (draw) => `用户 "${draw.pick(['小米', '王 7', 'ops', ''])}" 从 10.${draw.int(0, 9)}.${draw.int(0, 99)}.7 登录`,
    (draw) => `订单 A-${draw.int(100, 999)} 第 ${draw.int(1, 5)} 次重试`,
    (draw) => `打不开 "${draw.pick(['/srv/a1.csv', '/tmp/x', '导出 2'])}"：文件不存在`,
    (draw) => `队列  长度 ${draw.int(0, 900)}${draw.chance(0.5) ? '  ' : ''}`,
    () => '缓存已预热',
    (draw) => `磁盘已用 ${draw.int(50, 99)}.${draw.int(0, 9)}%：请尽快清理`,
    (draw) => `第 ${draw.int(1, 50)} 行的 " 引号不成对`,
  ],
};

const zones = ['Z', '+00:00', '+08:00', '+05:30', '-07:00', '+02:00'];

export function stamp(seconds: number, zone: string): string {
  const sign = zone.startsWith('-') ? -1 : 1;
  const ahead = zone === 'Z' ? 0 : sign * (3600 * Number(zone.slice(1, 3)) + 60 * Number(zone.slice(4)));
  return new Date((seconds + ahead) * 1000).toISOString().slice(0, 19) + zone;
}

export type LogStyle = { lines: number; grave?: boolean; repeats?: number; broken?: number; startsLost?: boolean };

/** `grave` lets entries reach the alarm; the shares are of lines between the entries. */
export function drawLog(draw: Draw, rules: Rules, lang: Language, from: number, style: LogStyle): string {
  const { lines, grave = true, repeats = 0.1, broken = 0.1, startsLost = false } = style;
  const calm = rules.levels.slice(0, rules.levels.indexOf(rules.alarm));
  const again = () => `${rules.again[0]}${draw.int(2, 12)}${rules.again[1]}`;
  const trace = () => draw.pick(['\tat handler (app.py:12)', '    raise ValueError("7")', '  ' + again(), '\t']);
  const junk = () =>
    draw.pick([
      `${stamp(from, 'Z')} VERBOSE ${draw.pick(services)}: no such level`,
      `${stamp(from, 'Z').slice(0, 16)}Z ${draw.pick(rules.levels)} auth: no seconds`,
      '--- log rotated ---',
      `${stamp(from, 'Z')} ${draw.pick(rules.levels)} no colon here`,
      `${rules.again[0]}many${rules.again[1]}`,
      `${stamp(from, 'Z').slice(0, 19)} ${draw.pick(rules.levels)} mailer: no zone`,
    ]);
  const found: string[] = startsLost ? [draw.pick([again(), '\tat nothing (lost.py:1)']), junk()] : [];
  let now = from;
  for (let count = 0; count < lines; count += 1) {
    now += draw.int(1, 600);
    const level = draw.pick(grave ? rules.levels : calm);
    const message = draw.pick(messages[lang])(draw);
    found.push(`${stamp(now, draw.pick(zones))} ${level} ${draw.pick(services)}: ${message}`);
    if (draw.chance(broken)) found.push(junk());
    if (draw.chance(repeats)) found.push(...draw.many(draw.int(1, 2), trace));
    if (draw.chance(repeats)) found.push(again());
    if (draw.chance(0.04)) found.push('');
  }
  return found.join(draw.chance(0.25) ? '\r\n' : '\n') + '\n';
}
