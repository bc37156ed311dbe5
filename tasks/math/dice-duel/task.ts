// Chances in a duel with non-standard dice, as exact fractions. Low numbers are rolled again once, only the best dice count,
// faces repeat; and fractions of fifteen digits result neither from simulation nor from floating point.
import { answerEquals, defineTask, differs, field, liveTraps, text, writeJson } from 'pybench/kit';
import { drawDuel, oddsOf, type Odds } from './dice.ts';

const words = {
  en: {
    game: ['Lantern Siege', 'Nine Rivers', 'The Salt Road', 'Moth & Ember', 'Quarry Kings', 'Driftwood'],
    query: (game: string) =>
      `We play ${game} with home-made dice and cannot agree on whether attacking is worth it. ./data/duel.json has both sides. ` +
      'Each side rolls `dice` dice that all have the `faces` given; every face of a die is equally likely, and a number that stands ' +
      'on several faces comes up accordingly more often. A die that shows one of the numbers in `reroll` is rolled again, once: the ' +
      'second result stands, even if it is one of those numbers again. Then each side adds up its `keep` highest dice and its ' +
      '`bonus`. The attacker wins with the higher total; equal totals are a tie. What are the chances of a win of the attacker and of ' +
      'a tie? I want them exact, as fractions in lowest terms.',
  },
  zh: {
    game: ['灯笼围城', '九河', '盐路', '飞蛾与余烬', '采石场之王', '浮木'],
    query: (game: string) =>
      `我们用自制骰子玩《${game}》，一直争论进攻到底划不划算。双方的配置在 ./data/duel.json 里。每一方掷 \`dice\` 颗骰子，` +
      '每颗骰子的各面都是 `faces` 里的数；每一面出现的可能性相同，同一个数占了几个面，出现的机会就相应更大。' +
      '掷出 `reroll` 里的数，这颗骰子要重掷，但只重掷一次：第二次的结果就算数，哪怕又是其中的数。' +
      '然后双方各取最大的 `keep` 颗骰子，加起来再加上 `bonus`。进攻方总数更大就获胜，总数相等为平局。' +
      '进攻方获胜的概率和平局的概率各是多少？请给出精确值，写成最简分数。',
  },
};

export default defineTask<Odds>({
  level: 'medium',
  skills: ['probability', 'exact fractions', 'enumeration'],
  inputs: ['json'],
  outputs: [],
  mentions: ['7/12'],
  generate(draw, { lang }) {
    const duel = liveTraps(draw, drawDuel, {
      'no-reroll': (made) => differs(oddsOf(made).win, oddsOf(made, { reroll: 'never' }).win),
      'reroll-until': (made) => differs(oddsOf(made).win, oddsOf(made, { reroll: 'until gone' }).win),
      'keep-all': (made) => differs(oddsOf(made).win, oddsOf(made, { keep: 'all' }).win),
      distinct: (made) => differs(oddsOf(made).win, oddsOf(made, { distinctFaces: true }).win),
      // The nearest fraction with a denominator below a million, as simulations and rounded chances are turned into.
      float: (made) => oddsOf(made).win.length > 18 && oddsOf(made).tie.length > 14,
    });
    const say = words[lang];
    const { win, tie } = oddsOf(duel);
    return {
      files: { 'duel.json': writeJson(duel) },
      query: say.query(draw.fork('game').pick(say.game)),
      answer: {
        win: field(text, 'the chance that the attacker wins, such as "7/12"', '进攻方获胜的概率，例如 "7/12"'),
        tie: field(text, 'the chance of a tie, written the same way', '平局的概率，写法相同'),
      },
      truth: { win, tie },
    };
  },
  checks: ({ win, tie }) => [answerEquals('win', win), answerEquals('tie', tie)],
});
