// The specification of an instance: rules drawn for it, written down for a programmer.
import type { Draw, Language } from 'pybench/kit';
import type { Rules } from './tool.ts';

export function drawRules(draw: Draw): Rules {
  const levels = [
    draw.pick(['TRACE', 'DEBUG']),
    'INFO',
    draw.pick(['NOTICE', 'HINT']),
    draw.pick(['WARN', 'WARNING']),
    draw.pick(['ERROR', 'FAIL']),
    draw.pick(['FATAL', 'PANIC']),
  ];
  return {
    levels,
    alarm: draw.pick(levels.slice(3)),
    number: draw.pick(['#', '<n>', 'N', '*']),
    separator: draw.pick(['\t', ' | ', '; ']),
    again: draw.pick([
      ['last message repeated ', ' times'],
      ['-- ', ' more like this --'],
      ['[x', ']'],
    ]),
    exit: { alarm: draw.int(3, 9), usage: draw.pick([2, 64]), missing: draw.pick([10, 66]) },
  };
}

export function writeSpec(rules: Rules, lang: Language): string {
  const { levels, alarm, number, separator, again, exit } = rules;
  const settings = {
    LEVELS: levels.join(' < '),
    ALARM: alarm,
    NUMBER: number,
    SEPARATOR: separator === '\t' ? 'TAB' : `"${separator}"`,
    REPEATED: again.join('COUNT'),
    EXIT_ALARM: exit.alarm,
    EXIT_USAGE: exit.usage,
    EXIT_MISSING: exit.missing,
  };
  const rows = Object.entries(settings).map(([name, value]) => `| ${name} | \`${value}\` |`);
  return texts[lang](rows.join('\n'));
}

const texts: Record<Language, (settings: string) => string> = {
  en: (settings) => `# logsum.py

\`python logsum.py [OPTION VALUE]... [FILE]...\` sums up logs. Only the standard library.

## Settings

| setting | value |
|---|---|
${settings}

TAB is the tabulator character; quotes around a separator do not belong to it. Levels are given from harmless to grave.

## Arguments

- Files are read in the order given; \`-\` is standard input, and so is having no file at all. Everything is UTF-8; lines end with LF or CRLF.
- \`--level LEVEL\`: count only entries of this level or a graver one.
- \`--since TIME\`, \`--until TIME\`: count only entries that were made at or after the first and before the second. TIME is written as in the logs, and any time zone may be used in either.
- \`--top N\`: print only the first N kinds; a whole number from 1.
- \`--json PATH\`: also write the report described below.
- Options and files may be mixed in any order. An option and its value are two arguments; if it is given twice, the last one counts. Every other argument that begins with \`--\`, also an abbreviation, is a mistake.

## Lines

- An **entry** is \`TIME LEVEL SERVICE: MESSAGE\`: single spaces between the parts, TIME as \`2024-05-01T09:30:00\` directly followed by \`Z\` or an offset such as \`+08:00\`, LEVEL one of the settings, SERVICE without white space or colon, and a message that is more than white space.
- Lines of nothing but white space are passed over.
- Any other line that begins with a space or tab **continues** the entry before it in the same file. It is not counted as anything.
- A line of the form REPEATED, where COUNT is a whole number from 1, says that the last entry of the same file came so many times **more**, at the same time as it.
- Everything else is **unreadable**, and so are continuing and REPEATED lines before the first entry of their file. An unreadable line changes nothing for the lines after it.

## Kinds

The kind of a message is the message after three steps: what stands between a double quote and the next one is dropped, so that \`""\` is left (a quote without a partner stays as it is); every run of the digits 0 to 9 becomes NUMBER; every run of spaces and tabs becomes one space, and none is left at either end.

## What it prints

- One line for each combination of level, service and kind among the counted entries: how many times it came, the level, the service, the kind, with SEPARATOR between them.
- Sorted by count (largest first), then level (gravest first), then service, then kind (both by code points).
- Last, \`total: E entries, K kinds, U unreadable\`: all counted entries with their repetitions, all combinations (also those that \`--top\` leaves out), and all unreadable lines of all files, whatever is counted.

## The report

A JSON object with \`entries\`, \`kinds\` and \`unreadable\` as in the last line; \`by_level\`, an object with the number of counted entries for every level, zeros too; \`first\` and \`last\`, the times of the earliest and the latest counted entry in UTC such as \`2024-05-01T01:30:00Z\`, or null when there is none.

## How it ends

- With EXIT_USAGE if the arguments are wrong: an unknown option, one without a value, a value that is no level, TIME or N.
- Otherwise with EXIT_MISSING if a file cannot be opened. In both cases nothing goes to standard output and no report is written; what goes to standard error is up to you.
- Otherwise with EXIT_ALARM if a counted entry has the level ALARM or a graver one, else with 0.
`,
  zh: (settings) => `# logsum.py

\`python logsum.py [选项 值]... [文件]...\` 用来汇总日志，只用标准库。

## 设置

| 设置 | 值 |
|---|---|
${settings}

TAB 表示制表符；分隔符两边的引号不属于分隔符本身。各级别按从轻到重排列。

## 参数

- 文件按给出的顺序读取；\`-\` 表示标准输入，一个文件都没给时也读标准输入。一律为 UTF-8，行尾是 LF 或 CRLF。
- \`--level LEVEL\`：只统计这一级别及更重的条目。
- \`--since TIME\`、\`--until TIME\`：只统计不早于前者、且早于后者的条目。TIME 的写法与日志中相同，两处都可以使用任意时区。
- \`--top N\`：只打印前 N 类；N 是不小于 1 的整数。
- \`--json PATH\`：另外写出下文所说的报告。
- 选项和文件可以任意混排。选项与它的值是两个参数；同一选项给了两次时以最后一次为准。其他任何以 \`--\` 开头的参数（包括缩写）都算错误。

## 行

- **条目**的形式是 \`TIME LEVEL SERVICE: MESSAGE\`：各部分之间一个空格；TIME 形如 \`2024-05-01T09:30:00\`，后面紧跟 \`Z\` 或 \`+08:00\` 这样的偏移；LEVEL 是设置中的级别之一；SERVICE 不含空白和冒号；MESSAGE 不能只有空白。
- 只有空白的行跳过。
- 其余以空格或制表符开头的行是同一文件中前一个条目的**续行**，不计入任何数目。
- 形如 REPEATED 的行（COUNT 是不小于 1 的整数）表示同一文件中最后一个条目**又**出现了这么多次，时间与它相同。
- 其他各行都是**无法识别**的行；在所属文件的第一个条目之前出现的续行和 REPEATED 行也是。无法识别的行不影响后面的行。

## 类别

一条消息的类别由三步得到：一个双引号与下一个双引号之间的内容去掉，只剩 \`""\`（落单的引号保持原样）；每一串 0 到 9 的数字换成 NUMBER；每一串空格和制表符换成一个空格，首尾不留空白。

## 打印内容

- 统计到的条目中，每种级别、服务、类别的组合一行：出现次数、级别、服务、类别，之间用 SEPARATOR 隔开。
- 先按次数（多的在前），再按级别（重的在前），再按服务、按类别（都按码位）排序。
- 最后一行是 \`total: E entries, K kinds, U unreadable\`：统计到的条目总数（含重复的次数）、组合总数（包括被 \`--top\` 略去的），以及所有文件中无法识别的行数（与统计范围无关）。

## 报告

一个 JSON 对象：\`entries\`、\`kinds\`、\`unreadable\` 与最后一行相同；\`by_level\` 是一个对象，给出每个级别统计到的条目数，0 也要写；\`first\` 和 \`last\` 是统计到的最早和最晚条目的时间，用 UTC 表示，形如 \`2024-05-01T01:30:00Z\`，没有条目时为 null。

## 如何结束

- 参数有误（未知选项、缺少值、值不是级别、TIME 或 N）时，退出码为 EXIT_USAGE。
- 否则，如果有文件打不开，退出码为 EXIT_MISSING。这两种情况下标准输出没有任何内容，也不写报告；标准错误输出什么由你决定。
- 否则，如果统计到的条目中有级别达到或超过 ALARM 的，退出码为 EXIT_ALARM，没有则为 0。
`,
};
