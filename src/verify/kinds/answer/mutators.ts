// Mutants of the answer block: wrong values of its type in each field, a missing key and a surplus key.
import type { Json, ScalarType, ValueType } from '../../../core/index.ts';
import type { Tolerance } from '../../values.ts';
import {
  type CheckedInstance,
  withBlock,
  type MutantSource,
  type Mutant,
  type Mutator,
  type Variant,
} from '../../mutants/mutant.ts';
import { valuesDiffer, inOtherCase, allowedDeviation, wrongValues, type Plain } from '../../mutants/values.ts';

export const answerMutator: Mutator = { mutants, variants };

type Values = Record<string, Json>;

function mutants(material: MutantSource): Mutant[] {
  const { instance, work } = material;
  const values = valuesOf(material);
  if (!values) return [];
  const made = Object.entries(instance.answer ?? {}).flatMap(([field, { value: type }]) =>
    wrongField(instance, field, type, values[field] ?? null).map(
      (wrong) =>
        [
          `${field} is ${short(wrong)} instead of ${short(values[field])}`,
          { ...values, [field]: wrong },
          !isSolution(instance, field) || isLess(values[field], wrong),
        ] as const,
    ),
  );
  const keys = Object.keys(values);
  const lessOf = (field: string) => Object.fromEntries(Object.entries(values).filter(([key]) => key !== field));
  return [
    ...made,
    ...keys.map((field) => [`the key ${field} is missing`, lessOf(field), true] as const),
    ['there is a key that the query does not ask for', { ...values, remarks: 'none' }, true] as const,
  ].map(([what, wrong, certain]) => ({
    what: `answer: ${what}`,
    work: withBlock(work, JSON.stringify(wrong)),
    certain,
  }));
}

/**
 * Whether a certificate check reads the field: another value may be another optimal solution, unless an element is
 * missing.
 */
function isSolution({ checks }: CheckedInstance, field: string): boolean {
  return checks.some((check) => check.kind === 'certificate' && check.field === field);
}

function isLess(value: Json | undefined, wrong: Json): boolean {
  return Array.isArray(value) && Array.isArray(wrong) && wrong.length < value.length;
}

function wrongField(instance: CheckedInstance, field: string, type: ValueType, value: Json): Json[] {
  const room = (of: ScalarType, each: Plain) =>
    typeof each === 'number' ? allowedDeviation(instance.query, of, each, toleranceOf(instance, field)) : 0;
  if (type.type !== 'list' && type.type !== 'set') {
    return isPlain(value) ? wrongValues(type, value, room(type, value)) : [];
  }
  if (!Array.isArray(value) || !value.every(isPlain)) return [];
  const [first = null, ...shorter] = value;
  const other = wrongValues(type.of, first, room(type.of, first)).find((candidate) =>
    value.every((each) => valuesDiffer(type.of, each, candidate, 0)),
  );
  const longer = other === undefined ? [] : [[...value, other]];
  const replaced = other === undefined ? [] : [[other, ...shorter]];
  if (value.length === 0) return longer;
  if (type.type === 'set') return [shorter, ...longer, ...replaced];
  const at = value.findIndex((each) => valuesDiffer(type.of, each, first, room(type.of, first)));
  const swapped = at < 0 ? [] : [value.with(0, value[at] ?? null).with(at, first)];
  return [shorter, [first, ...value], ...replaced, ...swapped];
}

const isPlain = (value: Json): value is Plain => value === null || typeof value !== 'object';

/** Changes without a meaning: order of keys and sets, spaces, letter case, and notation of numbers. */
function variants(material: MutantSource): Variant[] {
  const { instance, work } = material;
  const values = valuesOf(material);
  if (!values) return [];
  const each = (change: (type: ValueType, value: Json) => Json): Values =>
    Object.fromEntries(
      Object.entries(values).map(([field, value]) => {
        const type = instance.answer?.[field]?.value;
        return [field, type ? change(type, value) : value];
      }),
    );
  const texts = (type: ValueType, value: Json): Json => {
    if (Array.isArray(value)) return 'of' in type ? value.map((one) => texts(type.of, one)) : value;
    return typeof value === 'string' && (type.type === 'text' || type.type === 'choice') ? inOtherCase(value) : value;
  };
  const sets = each((type, value) => (type.type === 'set' && Array.isArray(value) ? value.toReversed() : value));
  const compact = JSON.stringify(values);
  // Changes numbers outside of strings only: a digit in a name is not a number.
  const exponents = compact.replace(/"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?![\d.eE])/g, (token) =>
    token.startsWith('"') ? token : `${token}e0`,
  );
  return [
    ['its keys in another order', JSON.stringify(Object.fromEntries(Object.entries(values).toReversed()))] as const,
    ['written over several lines', JSON.stringify(values, null, 4).replaceAll('\n', '\r\n')] as const,
    ['numbers with an exponent', exponents] as const,
    ['sets in another order', JSON.stringify(sets)] as const,
    ['texts in other letters and with spaces', JSON.stringify(each(texts))] as const,
  ]
    .filter(([, block]) => block !== compact)
    .map(([what, block]) => ({ what: `answer: ${what}`, work: withBlock(work, block) }));
}

function valuesOf({ instance, work }: MutantSource): Values | undefined {
  return instance.answer && work.block !== null ? (JSON.parse(work.block) as Values) : undefined;
}

function toleranceOf({ checks }: CheckedInstance, field: string): Tolerance | undefined {
  const check = checks.find((each) => each.kind === 'answer' && each.field === field);
  return check?.kind === 'answer' ? check.tolerance : undefined;
}

function short(value: Json | undefined): string {
  const text = JSON.stringify(value ?? null);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
