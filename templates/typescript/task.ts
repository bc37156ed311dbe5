// Parcels of a parcel room: weights in two units, and some parcels logged twice. This is the example that
// `pybench task new` writes. Replace the story, the data and the traps with yours; a comment at each part explains its purpose.
import {
  answerEquals,
  column,
  dates,
  defineTask,
  field,
  integer,
  names,
  number,
  tableEquals,
  tableOutput,
  text,
  writeCsv,
  type Draw,
  type Language,
} from 'pybench/kit';

// The truth that the checks need, as plain JSON. The agent never sees it.
type Truth = { parcels: number; total_kg: number; couriers: { courier: string; parcels: number; kg: number }[] };

type Parcel = { number: string; day: string; courier: string; grams: number; inGrams: boolean };

// The request, as a person would write it, in both languages. It must say all that decides the answer (units, rounding,
// what counts twice) and never how to do it. Paths, columns and keys are added by the kit: see `answer` and `outputs`.
const query = {
  en: `The parcel room of our building logs every parcel in ./data/parcels.csv as the courier hands it over. The weight is written with its unit, some in g and some in kg. Now and then a parcel is logged twice; it then has the same number in both lines, and counts once. How many parcels came in, and how much did they weigh in all? Please also break it down by courier.`,
  zh: `我们楼的收发室把快递员送来的每个包裹都记在 ./data/parcels.csv 里。重量后面写着单位，有的是 g，有的是 kg。偶尔会有包裹被登记两次，两行的单号相同，只能算一个。一共收到多少个包裹，总重量是多少？另外请按快递公司分别统计。`,
};
const header = {
  en: ['Parcel', 'Date', 'Courier', 'Weight'],
  zh: ['单号', '日期', '快递公司', '重量'],
};

export default defineTask<Truth>({
  level: 'easy', // easy, medium or hard
  skills: ['units', 'duplicates', 'grouping'],
  inputs: ['csv'], // file extensions of its inputs …
  outputs: ['csv'], // … and of its outputs

  // Everything random comes from `draw`: the same seed must give the same bytes on every machine.
  generate(draw, { lang }) {
    // A live trap: draw again until every careless way gives another result than the truth. Add one line for each of
    // your wrong-*.py programs.
    const log = draw.until(
      (again) => makeLog(again, lang),
      (made) => careless(made).every((wrong) => Math.abs(wrong - total(unique(made))) > 100),
      'a log in which units and repeated lines matter',
    );
    return {
      files: { 'parcels.csv': writeCsv([header[lang], ...log.map(line)]) },
      query: query[lang],
      answer: {
        parcels: field(integer, 'how many parcels came in', '收到的包裹个数'),
        total_kg: field(number(2), 'their weight in all, in kg', '总重量，单位 kg'),
      },
      outputs: {
        'output/couriers.csv': tableOutput(
          { en: 'one row per courier.', zh: '每家快递公司一行。' },
          {
            courier: column(text, 'the name as in the log', '名称与登记表一致'),
            parcels: column(integer, 'how many parcels they brought', '送来的包裹个数'),
            kg: column(number(2), 'the weight of these in all, in kg', '这些包裹的总重量，单位 kg'),
          },
          ['courier'],
        ),
      },
      truth: truthOf(unique(log)),
    };
  },

  // Each check follows from a sentence of the query, and nothing else is checked.
  checks: ({ parcels, total_kg, couriers }) => [
    answerEquals('parcels', parcels),
    answerEquals('total_kg', total_kg),
    tableEquals('output/couriers.csv', couriers),
  ],
});

function makeLog(draw: Draw, lang: Language): Parcel[] {
  const couriers = names.companyNames(draw, lang, 5);
  const first = dates.dayNumber(dates.dayBetween(draw, '2023-01-02', '2024-11-04'));
  const parcels = draw.many(draw.int(90, 140), (index): Parcel => {
    const inGrams = draw.chance(0.4);
    return {
      number: `P-${draw.int(100, 999)}${String(1000 + index).slice(1)}`,
      day: dates.isoDay(first + Math.floor(index / 6)),
      courier: draw.pick(couriers),
      // What a person would type: 850 g, 2.35 kg.
      grams: inGrams ? draw.int(12, 99) * 10 : draw.int(100, 1200) * 10,
      inGrams,
    };
  });
  // A parcel that is logged twice stands there twice in a row.
  const twice = new Set(draw.sample(parcels, draw.int(6, 10)));
  return parcels.flatMap((parcel) => (twice.has(parcel) ? [parcel, parcel] : [parcel]));
}

function line({ number: parcel, day, courier, grams, inGrams }: Parcel): string[] {
  return [parcel, day, courier, inGrams ? `${grams} g` : `${(grams / 1000).toFixed(2)} kg`];
}

// The truth is computed here, by construction, and never by running reference.py.
function truthOf(parcels: readonly Parcel[]): Truth {
  const couriers = [...new Set(parcels.map(({ courier }) => courier))];
  return {
    parcels: parcels.length,
    total_kg: kilograms(total(parcels)),
    couriers: couriers.map((courier) => {
      const brought = parcels.filter((parcel) => parcel.courier === courier);
      return { courier, parcels: brought.length, kg: kilograms(total(brought)) };
    }),
  };
}

/** The total weight that each careless way gives, in grams: one number for each wrong-*.py. */
function careless(log: readonly Parcel[]): number[] {
  const asKilograms = unique(log).map(({ grams, inGrams }) => (inGrams ? grams * 1000 : grams));
  return [asKilograms.reduce((sum, grams) => sum + grams, 0), total(log)];
}

function unique(log: readonly Parcel[]): Parcel[] {
  return [...new Set(log)];
}

function total(parcels: readonly Parcel[]): number {
  return parcels.reduce((sum, { grams }) => sum + grams, 0);
}

function kilograms(grams: number): number {
  return Math.round(grams / 10) / 100;
}
