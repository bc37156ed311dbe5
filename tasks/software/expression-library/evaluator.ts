// The reference evaluator: parses a text by the rules of the instance and evaluates the tree.
// A value on which two correct programs may differ in the last bit is refused, so that no hidden case depends on it.

export type Meaning = 'floor quotient' | 'cut quotient' | 'floor remainder' | 'cut remainder';

export type Rules = {
  /** How many parentheses may be open at once. */
  limit: number;
  /** Whether a sign binds more tightly than `^`: then -2^2 is 4. */
  signFirst: boolean;
  /** Whether a plus may stand as a sign. */
  plusSign: boolean;
  separator: ',' | ';';
  /** An operator that only this instance has, and its precedence against `*` and `/`. */
  extra: { symbol: string; meaning: Meaning; level: 'weaker' | 'same' | 'stronger' };
  functions: Record<string, FunctionRule>;
  /** Never true in an instance; a mistake of wrong programs. */
  powerFromLeft: boolean;
};

export type FunctionRule = { formula: string; arity: number };
export type Level = { form: 'infix' | 'sign'; operators: string[]; fromRight: boolean };
export type Variables = Record<string, number>;

export class ExprError extends Error {
  readonly kind: ErrorKind;
  readonly position: number;
  constructor(kind: ErrorKind, position: number) {
    super(`${kind} at ${position}`);
    this.kind = kind;
    this.position = position;
  }
}
export type ErrorKind = 'character' | 'end' | 'name' | 'depth' | 'undefined';

/** A value too close to a jump, or too large, to be a fair case. */
export class UnfairValue extends Error {}

type Node =
  | { type: 'value'; value: number }
  | { type: 'sign'; operator: string; operand: Node }
  | { type: 'infix'; operator: string; at: number; left: Node; right: Node }
  | { type: 'call'; name: string; at: number; operands: Node[] };
type Token = { type: 'number' | 'name' | 'symbol' | 'stray' | 'end'; text: string; at: number };

export function evaluate(text: string, variables: Variables, rules: Rules): number {
  return compute(new Parser(text, variables, rules).whole(), rules);
}

/** From the weakest to the strongest. */
export function levelsOf({ extra, signFirst, plusSign, powerFromLeft }: Rules): Level[] {
  const own = infix([extra.symbol]);
  const powers: Level = { form: 'infix', operators: ['^'], fromRight: !powerFromLeft };
  const sign: Level = { form: 'sign', operators: plusSign ? ['-', '+'] : ['-'], fromRight: true };
  return [
    infix(['+', '-']),
    ...(extra.level === 'weaker' ? [own] : []),
    infix(extra.level === 'same' ? ['*', '/', extra.symbol] : ['*', '/']),
    ...(extra.level === 'stronger' ? [own] : []),
    ...(signFirst ? [powers, sign] : [sign, powers]),
  ];
}

function infix(operators: string[]): Level {
  return { form: 'infix', operators, fromRight: false };
}

class Parser {
  readonly #text: string;
  readonly #variables: Variables;
  readonly #rules: Rules;
  readonly #levels: Level[];
  readonly #signLevel: number;
  #next: Token;
  #open = 0;

  constructor(text: string, variables: Variables, rules: Rules) {
    this.#text = text;
    this.#variables = variables;
    this.#rules = rules;
    this.#levels = levelsOf(rules);
    this.#signLevel = this.#levels.findIndex(({ form }) => form === 'sign');
    this.#next = this.#tokenFrom(0);
  }

  whole(): Node {
    const node = this.#level(0);
    if (this.#next.type !== 'end') throw this.#unexpected();
    return node;
  }

  #level(index: number): Node {
    // A sign may open any operand, even of an operator that binds more tightly than the sign does.
    if (index >= this.#signLevel && this.#at(this.#levels[this.#signLevel]?.operators ?? [])) {
      const { text: operator } = this.#take();
      return { type: 'sign', operator, operand: this.#level(this.#signLevel) };
    }
    const level = this.#levels[index];
    if (!level) return this.#operand();
    let left = this.#level(index + 1);
    while (level.form === 'infix' && this.#at(level.operators)) {
      const { text: operator, at } = this.#take();
      left = { type: 'infix', operator, at, left, right: this.#level(level.fromRight ? index : index + 1) };
    }
    return left;
  }

  #operand(): Node {
    const token = this.#next;
    if (token.type === 'number') return { type: 'value', value: Number(this.#take().text) };
    if (token.type === 'name') return this.#named();
    this.#openParenthesis();
    const inside = this.#level(0);
    this.#expect(')');
    return inside;
  }

  #named(): Node {
    const { text: name, at } = this.#take();
    const rule = this.#rules.functions[name];
    if (!rule) {
      const value = this.#variables[name];
      if (value === undefined) throw new ExprError('name', at);
      return { type: 'value', value };
    }
    this.#openParenthesis();
    const operands = [this.#level(0)];
    while (operands.length < rule.arity) {
      this.#expect(this.#rules.separator);
      operands.push(this.#level(0));
    }
    this.#expect(')');
    return { type: 'call', name, at, operands };
  }

  #openParenthesis(): void {
    const { at } = this.#next;
    if (!this.#at(['('])) throw this.#unexpected();
    if (this.#open === this.#rules.limit) throw new ExprError('depth', at);
    this.#open += 1;
    this.#take();
  }

  #expect(symbol: string): void {
    if (!this.#at([symbol])) throw this.#unexpected();
    if (symbol === ')') this.#open -= 1;
    this.#take();
  }

  #at(symbols: readonly string[]): boolean {
    return this.#next.type === 'symbol' && symbols.includes(this.#next.text);
  }

  #take(): Token {
    const token = this.#next;
    this.#next = this.#tokenFrom(token.at + token.text.length);
    return token;
  }

  #tokenFrom(from: number): Token {
    let at = from;
    while (this.#text[at] === ' ' || this.#text[at] === '\t') at += 1;
    const rest = this.#text.slice(at);
    if (rest === '') return { type: 'end', text: '', at };
    const number = /^[0-9]+(\.[0-9]+)?/.exec(rest)?.[0];
    if (number !== undefined) return { type: 'number', text: number, at };
    const name = /^[A-Za-z_][A-Za-z0-9_]*/.exec(rest)?.[0];
    if (name !== undefined) return { type: 'name', text: name, at };
    const { extra, separator } = this.#rules;
    const symbol = [extra.symbol, '+', '-', '*', '/', '^', '(', ')', separator].find((each) => rest.startsWith(each));
    return symbol === undefined ? { type: 'stray', text: rest.charAt(0), at } : { type: 'symbol', text: symbol, at };
  }

  #unexpected(): ExprError {
    return new ExprError(this.#next.type === 'end' ? 'end' : 'character', this.#next.at);
  }
}

const MAX_VALUE = 1e6;
const MARGIN = 1e-6;
/** Smaller divisors would amplify errors in the last bits. */
const SMALL_DIVISOR = 1e-2;

function compute(node: Node, rules: Rules): number {
  const value = computeNode(node, rules);
  if (!Number.isFinite(value) || Math.abs(value) > MAX_VALUE) throw new UnfairValue();
  return value === 0 ? 0 : value;
}

function computeNode(node: Node, rules: Rules): number {
  switch (node.type) {
    case 'value':
      return node.value;
    case 'sign':
      return node.operator === '-' ? -compute(node.operand, rules) : compute(node.operand, rules);
    case 'infix':
      return applyInfix(node.operator, compute(node.left, rules), compute(node.right, rules), node.at, rules);
    case 'call': {
      const operands = node.operands.map((each) => compute(each, rules));
      return applyFormula(rules.functions[node.name]?.formula ?? '', operands, node.at);
    }
  }
}

function applyInfix(operator: string, a: number, b: number, at: number, rules: Rules): number {
  if (operator === '+') return a + b;
  if (operator === '-') return a - b;
  if (operator === '*') return a * b;
  if (operator === '^') return power(a, b, at);
  if (b === 0) throw new ExprError('undefined', at);
  if (Math.abs(b) < SMALL_DIVISOR) throw new UnfairValue();
  if (operator === '/') return a / b;
  // Quotients and remainders jump: only of whole numbers is their value beyond doubt.
  if (!Number.isInteger(a) || !Number.isInteger(b)) throw new UnfairValue();
  const quotient = rules.extra.meaning.startsWith('floor') ? Math.floor(a / b) : Math.trunc(a / b);
  return rules.extra.meaning.endsWith('quotient') ? quotient : a - b * quotient;
}

/** By multiplication, whose bits are the same everywhere; other powers are not drawn. */
function power(a: number, b: number, at: number): number {
  if (a === 0 && b < 0) throw new ExprError('undefined', at);
  if (Math.abs(a) < MARGIN) throw new UnfairValue();
  if (a < 0 && !Number.isInteger(clearOfJump(b))) throw new ExprError('undefined', at);
  if (b === 0.5) return Math.sqrt(a);
  if (!Number.isInteger(b) || Math.abs(b) > 12) throw new UnfairValue();
  let product = 1;
  for (let times = 0; times < Math.abs(b); times += 1) product *= a;
  return b < 0 ? 1 / product : product;
}

/** The formulas of the specification's table of functions, with a root that may be impossible. */
function applyFormula(formula: string, [a = 0, b = 0, c = 0]: readonly number[], at: number): number {
  switch (formula) {
    case '√a':
      if (a !== 0 && Math.abs(a) < MARGIN) throw new UnfairValue();
      if (a < 0) throw new ExprError('undefined', at);
      return Math.sqrt(a);
    case '⌊a⌋':
      return Math.floor(clearOfJump(a));
    case '⌈a⌉':
      return Math.ceil(clearOfJump(a));
    case 'max{a, −a}':
      return Math.abs(a);
    case 'a³':
      return a * a * a;
    case 'min{a, b}':
      return Math.min(a, b);
    case 'max{a, b}':
      return Math.max(a, b);
    case '√(a² + b²)':
      return Math.sqrt(a * a + b * b);
    case '(a + b) / 2':
      return (a + b) / 2;
    case 'max{b, min{a, c}}':
      return Math.max(b, Math.min(a, c));
    case 'a + (b − a) · c':
      return a + (b - a) * c;
    default:
      throw new Error(`no such formula: ${formula}`);
  }
}

function clearOfJump(value: number): number {
  if (!Number.isInteger(value) && Math.abs(value - Math.round(value)) < MARGIN) throw new UnfairValue();
  return value;
}
