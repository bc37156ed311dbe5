// Scores without a learnt model must fail; the scores of a right model must pass in any unit.
import { readCsv, writeCsv } from '../../src/formats/index.ts';
import { redTeam, withBytes, type Target, type Make } from '../support/redteam.ts';

const FILE = 'output/scores.csv';

/** Scores computed from the columns of the current list, which are numbers where possible. */
const fromList =
  (score: (cell: (name: string) => number, index: number) => number): Make =>
  (target) => {
    const input = target.instance.files.find(({ path }) => path.endsWith('current_members.csv'));
    const { header, rows } = readCsv(input?.bytes ?? new Uint8Array());
    const scored = rows.map((row, index) => [row[0] ?? '', score((name) => Number(row[header.indexOf(name)]), index)]);
    return withBytes(target.reference, FILE, writeCsv([['member_id', 'score'], ...scored]));
  };

const scoresOf = ({ reference }: Target) => readCsv(reference.files.get(FILE) ?? new Uint8Array());

/** The reference's scores, each mapped to another number. */
const rescaled =
  (change: (score: number) => number | string): Make =>
  (target) => {
    const { header, rows } = scoresOf(target);
    const at = header.indexOf('score');
    return withBytes(
      target.reference,
      FILE,
      writeCsv([header, ...rows.map((row) => row.with(at, String(change(Number(row[at])))))]),
    );
  };

redTeam('chart/leaky-renewals', {
  wrong: {
    'five minus satisfaction': fromList((cell) => 5 - cell('satisfaction')),
    'satisfaction itself': fromList((cell) => cell('satisfaction')),
    'seldom there': fromList((cell) => -cell('visits_per_month')),
    'satisfaction and visits, each by its range': fromList(
      (cell) => -cell('satisfaction') / 4 - cell('visits_per_month') / 20,
    ),
    'weights of common sense': fromList(
      (cell) =>
        2 * (5 - cell('satisfaction')) -
        0.3 * cell('visits_per_month') +
        0.1 * cell('distance_km') -
        0.02 * cell('joined_months') -
        0.3 * cell('friends'),
    ),
    'the contacts of the desk': fromList((cell) => cell('calls') + cell('vouchers') + cell('letters')),
    'all alike': fromList(() => 0.5),
    'the order of the list': fromList((_, index) => index),
    'the right scores turned round': rescaled((score) => 1 - score),
  },
  right: {
    'as percentages': rescaled((score) => (100 * score).toFixed(3)),
    'as odds': rescaled((score) => Math.log((score + 1e-5) / (1 + 1e-5 - score))),
    'with an exponent': rescaled((score) => score.toExponential(5)),
    'rounded to two decimals': rescaled((score) => score.toFixed(2)),
    'semicolons between the cells': (target) => {
      const { header, rows } = scoresOf(target);
      return withBytes(target.reference, FILE, writeCsv([header, ...rows.toReversed()], { delimiter: ';' }));
    },
  },
});
