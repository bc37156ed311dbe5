// The quickest round of a courier through stops that close. Drives differ by direction, some stops need another one first, and
// the time of return counts. Twenty-one stops are too many to try all orders, local search ends at a worse round, and so does the
// nearest next stop; but many stops close early, so that an exact search is quick.
import {
  answerEquals,
  bestRoute,
  clock,
  column,
  defineTask,
  field,
  fileSolves,
  integer,
  liveTraps,
  tableOutput,
  text,
  writeCsv,
  type Draw,
  type Route,
  type Traps,
} from 'pybench/kit';
import { exchangeFails, hurried } from './exchange.ts';
import { backWithin } from './finish.ts';
import { backOfNearest, backWithoutReturn, doneByClosing, drawRound, STOPS } from './round.ts';

type Truth = { route: Route; back: string };

const FILE = 'output/round.csv';

const words = {
  en: {
    depot: 'Depot',
    stops: (
      'Bakery Lind|Harbour office|School kitchen|Dr. Osei|Print shop|Garden centre|Town archive|Bike workshop|Hotel Meridian|' +
      'Pharmacy West|Library|Café Nori|Fire station|Music school|Tailor Brandt|Swimming pool|Opticians Vale|Town hall|' +
      'Flower shop|Brewery Holm|Youth club|Notary Reyes|Ferry terminal|Toy shop'
    ).split('|'),
    query:
      'Our courier leaves the depot at 08:00 and has to call at every stop of ./data/stops.csv once before driving back to ' +
      'the depot. ./data/drive_minutes.csv says how many minutes each drive takes: from the place that the row is named after to the ' +
      'place that the column is named after. Because of one-way streets that is not the same in both directions. At a stop, ' +
      'the work takes `minutes`; it may begin from `opens` on and has to begin by `closes` (it may go on after that). A courier who is early waits ' +
      'there. If `after` names another stop, the courier fetches something there and must have called at it before. Which round brings ' +
      'the courier back to the depot as early as possible? If several rounds are equally good, any of them will do.',
  },
  zh: {
    depot: '仓库',
    stops:
      '林记面包房|港务办公室|学校食堂|周医生诊所|印刷店|园艺中心|档案馆|自行车铺|子午宾馆|西街药房|图书馆|海苔咖啡|消防站|音乐学校|裁缝铺|游泳馆|视光眼镜店|市政厅|花店|啤酒坊|青年活动中心|公证处|轮渡码头|玩具店'.split(
        '|',
      ),
    query:
      '我们的快递员 08:00 从仓库出发，要把 ./data/stops.csv 里的每个站点都跑一次，最后开车回到仓库。' +
      '每段路要开多少分钟写在 ./data/drive_minutes.csv 里：从行名所示的地点开到列名所示的地点。因为有单行道，来回的时间并不一样。' +
      '在一个站点办事需要 `minutes` 分钟，最早可以从 `opens` 开始，最晚要在 `closes` 开始（开始以后可以超过这个时间）；到早了就等着。' +
      '如果 `after` 一栏写着另一个站点，说明要先去那里取东西，必须在此之前去过。怎么跑才能最早回到仓库？如果有几种跑法一样好，给出任意一种即可。',
  },
};

type Made = { route: Route; best: number };

/** A quicker round that breaks the required order only has to be found; proving the best of these would take long. */
const traps = (draw: Draw): Traps<Made> => ({
  nearest: ({ route, best }) => backOfNearest(route) !== best,
  'no-order': ({ route, best }) => hurried(draw.fork('no order'), { ...route, before: [] }, 40, best - 1) < best,
  'no-return': ({ route, best }) => backWithoutReturn(route, best) > best,
  'closing-time': ({ route, best }) => backWithin(doneByClosing(route), best) > best,
});

/** Few draws are hard enough: a few quick descents find the best round of most. The slowest test runs last. */
function drawHardRound(draw: Draw, names: readonly string[], live: Traps<Made>): Made {
  for (let round = 0; ; round += 1) {
    const route = drawRound(draw.fork(`round ${round}`), names);
    const best = backWithin(route, hurried(draw.fork(`easy ${round}`), route, 24) - 1);
    const made = { route, best };
    if (best === Infinity || !Object.values(live).every((isAlive) => isAlive(made))) continue;
    if (exchangeFails(draw.fork(`exchange ${round}`), route, best)) return made;
  }
}

export default defineTask<Truth>({
  level: 'hard',
  skills: ['routing', 'optimisation', 'constraints'],
  inputs: ['csv'],
  outputs: ['csv'],
  generate(draw, { lang }) {
    const say = words[lang];
    const names = draw.fork('names').sample(say.stops, STOPS);
    const live = traps(draw.fork('traps'));
    const { route } = liveTraps<Made>(draw.fork('round'), (each) => drawHardRound(each, names, live), live);
    const places = [say.depot, ...names];
    const stops = route.stops.map(({ name, opens, closes, minutes }) => {
      const after = route.before.find(([, late]) => late === name)?.[0] ?? '';
      return [name, clock(opens), clock(closes), minutes, after];
    });
    return {
      files: {
        'stops.csv': writeCsv([['stop', 'opens', 'closes', 'minutes', 'after'], ...draw.fork('rows').shuffle(stops)]),
        'drive_minutes.csv': writeCsv([
          ['from', ...places],
          ...places.map((place, index) => [place, ...(route.travel[index] ?? [])]),
        ]),
      },
      query: say.query,
      answer: {
        back_at: field(text, 'when the courier is back at the depot, as HH:MM', '快递员回到仓库的时刻，格式 HH:MM'),
      },
      outputs: {
        [FILE]: tableOutput(
          { en: 'the round, one row for each stop.', zh: '整趟路线，每个站点一行。' },
          {
            position: column(integer, 'which stop of the round it is, counted from 1', '第几站，从 1 开始'),
            stop: column(text, 'its name as in the list', '站点名，与清单一致'),
            start: column(text, 'when the work there begins, as HH:MM', '在该站开始办事的时刻，格式 HH:MM'),
          },
          ['position'],
        ),
      },
      truth: { route, back: clock(bestRoute(route)?.back ?? 0) },
    };
  },
  checks: ({ route, back }) => [fileSolves(FILE, route), answerEquals('back_at', back)],
});
