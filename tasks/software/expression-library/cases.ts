// The hidden cases. Values come from the evaluator; places of errors are marked where they are planted (with §), and the
// evaluator must find them there. Each group is drawn again until wrong readings of the specification are caught.
import type { Draw } from 'pybench/kit';
import { evaluate, ExprError, UnfairValue, type ErrorKind, type Rules, type Variables } from './evaluator.ts';

export type Case = { text: string; variables: Variables; value: number } | FailingCase;
type FailingCase = { text: string; variables: Variables; position: number };
export type Group = 'arithmetic' | 'signs' | 'functions' | 'errors' | 'depth';

const MARK = '§';

export function drawCases(draw: Draw, rules: Rules): Record<Group, Case[]> {
  const names = draw.fork('names').sample(['x', 'y', 'rate', 't0', 'n_1', 'Width', 'total2', '_k'], 4);
  const own = rules.extra.symbol;
  const writer = (stream: Draw) => new Writer(stream, rules, names);
  const other = (change: Partial<Rules>) => ({ ...rules, ...change });
  const level = (each: Rules['extra']['level']) => other({ extra: { ...rules.extra, level: each } });
  return {
    arithmetic: draw.until(
      (again) => valued(writer(again), 26, (write) => write.chain(2, [...'+ + - - * * / /'.split(' '), own, own])),
      (cases) =>
        (['weaker', 'same', 'stronger'] as const).every(
          (each) => each === rules.extra.level || caught(cases, level(each)) >= 2,
        ) && caught(cases, other({ extra: { ...rules.extra, meaning: opposite(rules.extra.meaning) } })) >= 2,
      'arithmetic cases',
    ),
    signs: draw.until(
      (again) => valued(writer(again), 26, (write) => write.powers()),
      (cases) =>
        caught(cases, other({ powerFromLeft: true })) >= 3 &&
        caught(cases, other({ signFirst: !rules.signFirst })) >= 3,
      'cases of signs and powers',
    ),
    functions: valued(writer(draw.fork('functions')), 24, (write) => write.calls()),
    errors: plantErrors(writer(draw.fork('errors'))),
    depth: draw.until(
      (again) => nest(writer(again)),
      (cases) => [rules.limit - 1, rules.limit + 1, 1000].every((limit) => caught(cases, other({ limit })) >= 2),
      'cases of nesting',
    ),
  };
}

/** How many cases come out differently under other rules. */
function caught(cases: readonly Case[], rules: Rules): number {
  return cases.filter((each) => {
    const [value, position] = outcome(each.text, each.variables, rules);
    if ('position' in each) return position !== each.position;
    // A value that is not fair proves nothing: a program may reach the same number in another way.
    return position !== undefined || (value !== undefined && Math.abs(value - each.value) > 1e-3);
  }).length;
}

function outcome(
  text: string,
  variables: Variables,
  rules: Rules,
): [number | undefined, number | undefined, ErrorKind?] {
  try {
    return [evaluate(text, variables, rules), undefined];
  } catch (error) {
    if (error instanceof ExprError) return [undefined, error.position, error.kind];
    if (error instanceof UnfairValue) return [undefined, undefined];
    throw error;
  }
}

function opposite(meaning: Rules['extra']['meaning']): Rules['extra']['meaning'] {
  const [way = '', what = ''] = meaning.split(' ');
  return `${way === 'floor' ? 'cut' : 'floor'} ${what}` as Rules['extra']['meaning'];
}

/** The first `count` different formulas that have a fair value. */
function valued(write: Writer, count: number, make: (write: Writer) => string): Case[] {
  const found = new Map<string, Case>();
  for (let tries = 0; found.size < count && tries < 60 * count; tries += 1) {
    const variables = write.values();
    const text = make(write);
    const [value] = outcome(text, variables, write.rules);
    if (value !== undefined) found.set(text, { text, variables, value: Number(value.toPrecision(14)) });
  }
  if (found.size < count) throw new Error('too few formulas have a fair value');
  return [...found.values()];
}

/** Writes formulas in the language of one instance, with irregular spaces. */
class Writer {
  readonly draw: Draw;
  readonly rules: Rules;
  readonly names: readonly string[];

  constructor(draw: Draw, rules: Rules, names: readonly string[]) {
    this.draw = draw;
    this.rules = rules;
    this.names = names;
  }

  /** Two whole numbers, one of them negative, then two others. */
  values(): Variables {
    const { draw, names } = this;
    const drawn = [draw.int(2, 9), -draw.int(2, 9), draw.pick([0.5, 1.5, 2.5, 0.25]), draw.int(10, 40)];
    return Object.fromEntries(names.map((name, index) => [name, drawn[index] ?? 1]));
  }

  space(): string {
    return this.draw.pick(['', '', ' ', ' ', ' ', '  ', '\t']);
  }

  number(): string {
    return this.draw.chance(0.8)
      ? String(this.draw.int(1, 12))
      : this.draw.pick(['0.5', '1.25', '3.75', '0.1', '10.0']);
  }

  whole(): string {
    return String(this.draw.int(1, 12));
  }

  name(): string {
    return this.draw.pick(this.names);
  }

  function(arity: number, but: readonly string[] = []): string {
    const fitting = Object.entries(this.rules.functions).filter(
      ([, each]) => each.arity === arity && !but.includes(each.formula),
    );
    return this.draw.pick(fitting)[0];
  }

  chain(depth: number, operators: readonly string[]): string {
    const more = this.draw.many(this.draw.int(1, depth + 2), () => {
      const sign = this.draw.chance(0.15) ? '-' : '';
      return `${this.space()}${this.draw.pick(operators)}${this.space()}${sign}${this.operand(depth, operators)}`;
    });
    return `${this.draw.chance(0.2) ? '-' : ''}${this.operand(depth, operators)}${more.join('')}`;
  }

  operand(depth: number, operators: readonly string[]): string {
    const roll = this.draw.real(0, 1);
    if (roll < 0.25 && depth > 0) return `(${this.space()}${this.chain(depth - 1, operators)}${this.space()})`;
    if (roll < 0.55) return this.name();
    return this.draw.chance(0.75) ? this.whole() : this.number();
  }

  powers(): string {
    const { draw } = this;
    const own = this.rules.extra.symbol;
    const small = () => draw.pick(['1', '2', '2', '3', '3', '4', '5']);
    const base = () => draw.pick([small(), small(), this.name()]);
    const raised = () => `${this.space()}^${this.space()}`;
    const sign = () => (this.rules.plusSign && draw.chance(0.3) ? '+' : '-');
    const [a, b, c, s] = [base(), small(), small(), this.space()];
    return draw.pick([
      `${sign()}${a}${raised()}${b}`,
      `${a}${raised()}${b}${raised()}${c}`,
      `${a}${raised()}${sign()}${b}`,
      `${sign()}${s}${a}${raised()}${b}${raised()}${c}`,
      `${this.whole()}${s}-${s}${sign()}${a}${raised()}${b}`,
      `${this.whole()}${s}*${s}${sign()}${a}${raised()}${b}`,
      `${sign()}${sign()}${a}${raised()}${b}${s}+${s}${this.whole()}`,
      `${this.whole()}${s}${own}${s}${a}${raised()}${b}`,
      `${sign()}${this.whole()}${s}${own}${s}${b}`,
      `${a}${raised()}${sign()}${b}${raised()}${c}`,
      `(${a}${s}-${s}${this.whole()})${raised()}${b}${s}*${s}${c}`,
      `${sign()}(${a}${s}+${s}${this.whole()})${raised()}${b}`,
    ]);
  }

  calls(): string {
    const plain = ['+', '-', '*', '/'];
    const call = (depth: number): string => {
      const arity = this.draw.int(1, 3);
      const inner = () => (depth > 0 && this.draw.chance(0.4) ? call(depth - 1) : this.chain(0, plain));
      const operands = this.draw.many(arity, inner).join(`${this.space()}${this.rules.separator}${this.space()}`);
      return `${this.function(arity)}${this.space()}(${this.space()}${operands}${this.space()})`;
    };
    const operator = this.draw.pick(['+', '-', '*', '/']);
    return this.draw.chance(0.4)
      ? call(2)
      : `${this.operand(0, [])}${this.space()}${operator}${this.space()}${call(1)}`;
  }
}

/** One error or, where the order of errors matters, two in each text. */
function plantErrors(write: Writer): Case[] {
  const { draw, rules } = write;
  const sep = rules.separator;
  const own = rules.extra.symbol;
  const n = () => write.whole();
  const v = () => write.name();
  const e = () =>
    draw.pick([`${n()} + ${v()}`, `${v()}*${n()}`, `${n()} -\t${n()}`, `(${v()} + ${n()})`, `-${n()} * ${v()}`]);
  const stray = () => draw.pick(['$', '!', '?', '=', ':', '[', '&', '#', '@', '"', own.startsWith('%') ? '\\' : '%']);
  const unknown = () => draw.pick(['foo', 'speed', 'sin', 'a1', 'pi', 'e', 'log', 'Z']);
  const swapped = () =>
    v()
      .split('')
      .map((c) => (c === c.toLowerCase() ? c.toUpperCase() : c.toLowerCase()))
      .join('');
  const root = Object.entries(rules.functions).find(([, { formula }]) => formula === '√a')?.[0] ?? '';
  const zero = draw.pick(write.names);
  const texts: Record<Exclude<ErrorKind, 'depth'>, string[]> = {
    character: [
      `${e()} ${MARK}${stray()} ${n()}`,
      `${e()}  + ${MARK}* ${n()}`,
      ` ${MARK}/ ${e()}`,
      `${e()} * ${v()} ${MARK}${v()}`,
      `(${e()})${MARK}) * ${n()}`,
      `${n()} - ( ${MARK})`,
      `${write.function(2)}( ${e()} ${MARK})`,
      `${write.function(1)}(${e()} ${MARK}${sep} ${n()})`,
      `${write.function(3)}(${n()}${sep} ${e()} ${MARK})`,
      `${write.function(2)}(${n()} ${MARK}${sep === ',' ? ';' : ','} ${v()})`,
      `${n()} - ${write.function(1)} ${MARK}+ ${n()}`,
      `${e()} - ${v()}${MARK}(${n()})`,
      `${e()} + ${n()}${MARK}.`,
      `${n()} * ${MARK}.5`,
      `${n()} *${MARK}* ${n()}`,
      `${e()} ${MARK}${sep} ${n()}`,
      `${n()} + ${n()}${MARK}e3`,
      `${n()} ${own} ${MARK}${own} ${n()}`,
      `${e()} + ${MARK}) ${stray()} ${n()}`,
      `${n()} / 0 + ${MARK}${stray()}`,
      ...(rules.plusSign ? [] : [`${MARK}+${n()}`, `${n()} * ${MARK}+${v()}`]),
    ],
    end: [
      MARK,
      `  ${MARK}`,
      `${e()} + ${MARK}`,
      `( ${e()}${MARK}`,
      `${write.function(2)}(${n()}${sep} ${MARK}`,
      `${n()} ^ -${MARK}`,
      `((${e()}) * ${n()} ${MARK}`,
      `${e()} - ${write.function(1)}${MARK}`,
      `${n()} * (${n()} / 0 ${MARK}`,
    ],
    name: [
      `${e()} * ${MARK}${unknown()}`,
      `${n()} - ${MARK}${unknown()}(${n()})`,
      `${write.function(1)}( ${v()} - ${MARK}${swapped()})`,
      `${e()} - ${MARK}${unknown()} ${stray()} ${n()}`,
      `${root}(${n()} - 99) * ${MARK}${unknown()}`,
    ],
    undefined: [
      `${e()} ${MARK}/ (${zero} - ${zero})`,
      `${n()} + ${n()} ${MARK}/ 0 - ${v()}`,
      `${n()} ${MARK}${own} 0`,
      `(${n()} + ${n()}) ${MARK}${own} (${zero} -${zero})`,
      `${n()} - (${v()} * 0) ${MARK}^ -${n()}`,
      `${n()} + (0 - ${n()}) ${MARK}^ 0.5`,
      `${n()} * ${MARK}${root}(${n()} - 99)`,
      `${write.function(2)}(${n()}${sep} ${e()} ${MARK}/ 0.0)`,
    ],
  };
  const cases = Object.entries(texts).flatMap(([kind, marked]) =>
    marked.map((each) => planted(each, write, kind as ErrorKind)),
  );
  // The position of a case in the list reveals nothing about it.
  return draw.shuffle(cases);
}

function planted(marked: string, write: Writer, kind: ErrorKind): FailingCase {
  const text = marked.replace(MARK, '');
  // At the end of the text, white space behind the mark would move the place.
  const place = kind === 'end' ? text.length : marked.indexOf(MARK);
  const variables = write.values();
  const [, position, found] = outcome(text, variables, write.rules);
  if (position !== place || found !== kind) throw new Error(`"${marked}" should have an error of ${kind}`);
  return { text, variables, position };
}

/** As deep as allowed, one deeper, and wide without being deep. */
function nest(write: Writer): Case[] {
  const { draw, rules } = write;
  const wrap = (times: number, core: string): string => {
    let text = core;
    for (let time = 0; time < times; time += 1) {
      const flat = write.function(1, ['√a', 'a³']);
      text = draw.pick([`(${text})`, `( ${text} )`, `${flat}(${text})`, `${write.whole()} + (${text})`, `-(${text})`]);
    }
    return text;
  };
  const tooDeep = () =>
    wrap(rules.limit, draw.pick([`${MARK}(${write.whole()})`, `${write.function(1, ['√a', 'a³'])}${MARK}(2)`]));
  const fine = [
    ...draw.many(3, () => wrap(rules.limit, write.name())),
    `${wrap(rules.limit, write.whole())} - ${wrap(rules.limit, write.name())}`,
    draw.many(rules.limit + 4, () => `(${write.whole()})`).join(' + '),
  ];
  const over = [
    ...draw.many(3, tooDeep),
    `${wrap(rules.limit, write.whole())} * ${tooDeep()}`,
    `${'('.repeat(rules.limit)}${MARK}(((`,
    `${tooDeep()} + ?`,
  ];
  const values = fine.map((text): Case => {
    const variables = write.values();
    return { text, variables, value: evaluate(text, variables, rules) };
  });
  return draw.shuffle([...values, ...over.map((marked) => planted(marked, write, 'depth'))]);
}
