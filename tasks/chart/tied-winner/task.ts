// A quiz league whose first place is shared: stopping at the first leader, or counting called-off nights, is wrong.
import {
  answerEquals,
  dates,
  defineTask,
  field,
  integer,
  liveTraps,
  names,
  setOf,
  text,
  writeCsv,
  type Draw,
} from 'pybench/kit';

type Truth = { winners: string[]; wins: number };

const words = {
  en: {
    header: ['Date', 'Venue', 'Winner'],
    calledOff: 'called off',
    teams: (draw: Draw) => draw.sample(teamNames, 11),
    query: (file: string) =>
      `The quiz league keeps its results in ./data/${file}, one line per evening. Evenings marked "called off" were not played and have no winner. Which team has won the most evenings over the whole file? If several teams share first place, I need all of them.`,
  },
  zh: {
    header: ['日期', '场地', '冠军'],
    calledOff: '取消',
    teams: (draw: Draw) => draw.sample(teamNamesZh, 11),
    query: (file: string) =>
      `知识竞赛联盟的成绩都记在 ./data/${file} 里，每晚比赛一行。标为“取消”的晚上没有进行比赛，也就没有冠军。整个文件里哪支队伍夺冠的晚数最多？如果有几支队伍并列第一，请全部列出。`,
  },
};

export default defineTask<Truth>({
  level: 'easy',
  skills: ['counting', 'ties'],
  inputs: ['csv'],
  outputs: [],
  twins: ['clean'],
  generate(draw, { lang, twin }) {
    const say = words[lang];
    const teams = say.teams(draw.fork('teams'));
    const { counts, winners, wins, calledOff } = liveTraps(
      draw,
      (each) => makeLeague(each, teams, twin !== undefined),
      {
        'called-off': (league) => league.calledOff > league.wins,
        first: (league) => twin !== undefined || league.winners.length > 1,
      },
    );
    const evenings = draw.shuffle([
      ...teams.flatMap((team, index) => Array<string>(counts[index] ?? 0).fill(team)),
      ...Array<string>(calledOff).fill(say.calledOff),
    ]);
    const venues = names.placeNames(draw, lang, 6);
    const first = dates.dayNumber(dates.dayBetween(draw, '2019-01-07', '2021-12-20'));
    const rows = evenings.map((winner, index) => [dates.isoDay(first + index * 3), draw.pick(venues), winner]);
    return {
      files: { 'quiz_nights.csv': writeCsv([say.header, ...rows]) },
      query: say.query('quiz_nights.csv'),
      answer: {
        winners: field(setOf(text), 'the team or teams with the most evenings won', '夺冠晚数最多的一支或几支队伍'),
        wins: field(integer, 'how many evenings each of them won', '它们各自夺冠的晚数'),
      },
      truth: { winners, wins },
    };
  },
  checks: ({ winners, wins }) => [answerEquals('winners', winners), answerEquals('wins', wins)],
});

/** The leaders share first place; in the clean twin one of them has a win more. No other team comes close. */
function makeLeague(draw: Draw, teams: readonly string[], clean: boolean) {
  const tied = draw.int(2, 3);
  const shared = draw.int(17, 24);
  const counts = teams.map((_, index) => (index < tied ? shared : draw.int(4, shared - 1)));
  if (clean) counts[draw.int(0, tied - 1)] = shared + 1;
  const wins = Math.max(...counts);
  return {
    counts,
    wins,
    winners: teams.filter((_, index) => counts[index] === wins),
    // More evenings are called off than any team has won: counted as a team, they would lead.
    calledOff: shared + draw.int(3, 8),
  };
}

const teamNames = (
  'Quizzard Oaks|The Know-Alls|Agatha Quiztie|Les Quizerables|Trivia Newton|Night Owls|The Pub Scholars|Factual Healing|' +
  'Second Guessers|Risky Quizness|Table Nine|Old Almanac|Red Herrings|Footnotes|The Fence Sitters|Corner Pocket'
).split('|');
const teamNamesZh = (
  '夜航船队|百科先锋|万事通队|问号小组|冷知识社|博闻强记|灵光一闪|脑洞大开|' +
  '九号桌|书虫联盟|抢答之星|半壶水队|旧年鉴|一问三知|脚注队|角落里'
).split('|');
