// Repairs by kind in two years, side by side: kinds without a repair must keep their place, the log also holds other
// years and cancelled jobs, and its kinds are typed by hand.
import { defineTask, fileOutput, figureShows, liveTraps, writeCsv, type Draw, type Language } from 'pybench/kit';

type Counts = Record<string, number>;
type Truth = { kinds: string[]; years: string[]; counts: Counts[] };
type Job = { day: string; kind: string; typed: string; cancelled: boolean };

const file = 'output/repairs.png';

const words = {
  en: {
    kinds: ['Flat tyre', 'Brakes', 'Gear shift', 'Chain', 'Wheel truing', 'Lights', 'Bottom bracket', 'Saddle', 'Bell', 'Fork', 'Full service'], // prettier-ignore
    log: ['Job', 'Taken in', 'Kind of repair', 'Status'],
    list: ['Kind of repair', 'Standard price (EUR)'],
    status: ['done', 'cancelled'],
    query: (one: string, other: string) =>
      `Our bicycle workshop logs every job in ./data/jobs.csv, and ./data/price_list.csv has all kinds of repair that we offer. Please draw a bar chart that compares how many jobs of each kind we took in during ${one} and ${other}: for each kind of repair two bars side by side, one for each year, with a legend that says which year is which ("${one}" and "${other}").

Every kind on the price list has its place on the axis, under its name as on the list, even if there was nothing of it in one year or in both. Jobs that were cancelled do not count. The kind was typed by hand, so capital letters and extra spaces mean nothing. Leave the axis with the numbers of jobs visible, starting at zero.`,
    about: 'the chart as a PNG picture, made with any tool; names, numbers and legend must be readable in it.',
  },
  zh: {
    kinds: ['补胎', '刹车', '变速器', '链条', '校轮圈', '车灯', '中轴', '坐垫', '车铃', '前叉', '全车保养'],
    log: ['单号', '接单日期', '维修项目', '状态'],
    list: ['维修项目', '标准价（元）'],
    status: ['已完成', '已取消'],
    query: (one: string, other: string) =>
      `我们自行车维修店的每一单都记在 ./data/jobs.csv 里，店里提供的全部维修项目列在 ./data/price_list.csv 里。请画一张柱状图，对比 ${one} 年和 ${other} 年各维修项目接了多少单：每个项目并排画两根柱子，一年一根，图例注明哪根是哪一年（写“${one}”和“${other}”）。

价目表上的每个项目在坐标轴上都要有位置，名称与价目表一致，哪怕某一年甚至两年都没有接到过。已取消的单子不算。维修项目是手工录入的，多出来的空格不用管。单数那条轴的刻度数字要保留，从零开始。`,
    about: '这张图，PNG 格式，用什么工具画都可以；图上的项目名称、刻度数字和图例要清晰可读。',
  },
};

function drawLog(draw: Draw, lang: Language, years: readonly string[], clean: boolean) {
  const say = words[lang];
  const kinds = draw.sample(say.kinds, 8);
  // Two kinds have no repair in one year, a third has none at all.
  const [oneYear, otherYear, never] = draw.sample(kinds, 3);
  const [first = '', second = ''] = years;
  const others = [String(Number(first) - 1), String(Number(second) + 1)];
  const jobs = [first, second, ...(clean ? [] : others)].flatMap((year) =>
    kinds.flatMap((kind) => {
      const isNone = kind === never || (kind === oneYear && year === first) || (kind === otherYear && year === second);
      const count = isNone && !clean ? 0 : draw.int(5, 48);
      return draw.many(count, (): Job => {
        const day = `${year}-${String(draw.int(1, 12)).padStart(2, '0')}-${String(draw.int(1, 28)).padStart(2, '0')}`;
        const typed = clean || draw.chance(0.8) ? kind : typedBadly(draw, kind);
        return { day, kind, typed, cancelled: !clean && draw.chance(0.12) };
      });
    }),
  );
  return { kinds, jobs: jobs.toSorted((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0)) };
}

const typedBadly = (draw: Draw, kind: string) => draw.pick([` ${kind}`, `${kind} `, kind.toUpperCase(), kind.toLowerCase()]); // prettier-ignore

function countsOf(kinds: readonly string[], jobs: readonly Job[], year: string): Counts {
  const own = jobs.filter(({ day, cancelled }) => day.startsWith(year) && !cancelled);
  return Object.fromEntries(kinds.map((kind) => [kind, own.filter((job) => job.kind === kind).length]));
}

type Log = ReturnType<typeof drawLog>;

/** Whether the chart would look different, by more than a hundredth of its height, if a job counted otherwise. */
function trapsOf(years: readonly string[]) {
  const looks = (by: (log: Log, job: Job) => boolean) => (log: Log) =>
    years.some((year) =>
      log.kinds.some((kind) => {
        const own = log.jobs.filter((job) => job.kind === kind && job.day.startsWith(year) && !job.cancelled).length;
        return Math.abs(log.jobs.filter((job) => job.kind === kind && by(log, job) && job.day.startsWith(year)).length - own) >= 3; // prettier-ignore
      }),
    );
  return {
    dropped: ({ kinds, jobs }: Log) => kinds.some((kind) => years.every((year) => countsOf([kind], jobs, year)[kind] === 0)), // prettier-ignore
    cancelled: looks(() => true),
    typed: looks((_, job) => job.typed === job.kind && !job.cancelled),
    swapped: ({ kinds, jobs }: Log) => kinds.some((kind) => Math.abs((countsOf([kind], jobs, years[0] ?? '')[kind] ?? 0) - (countsOf([kind], jobs, years[1] ?? '')[kind] ?? 0)) >= 3), // prettier-ignore
  };
}

export default defineTask<Truth>({
  level: 'easy',
  skills: ['bar chart', 'grouping', 'cleaning'],
  inputs: ['csv'],
  outputs: ['png'],
  twins: ['clean'],
  generate(draw, { lang, twin }) {
    const say = words[lang];
    const start = draw.int(2019, 2024);
    const years = [String(start), String(start + 1)];
    const clean = twin === 'clean';
    const make = (each: Draw) => drawLog(each, lang, years, clean);
    const { kinds, jobs } = clean ? make(draw) : liveTraps(draw, make, trapsOf(years));
    const status = ({ cancelled }: Job) => say.status[cancelled ? 1 : 0] ?? '';
    return {
      files: {
        'jobs.csv': writeCsv([say.log, ...jobs.map((job, at) => [`J${10_001 + at}`, job.day, job.typed, status(job)])]),
        'price_list.csv': writeCsv([say.list, ...kinds.map((kind) => [kind, draw.int(9, 90)])]),
      },
      query: say.query(years[0] ?? '', years[1] ?? ''),
      outputs: { [file]: fileOutput({ en: words.en.about, zh: words.zh.about }) },
      truth: { kinds, years, counts: years.map((year) => countsOf(kinds, jobs, year)) },
    };
  },
  // Half a percent of the axis and what a picture's pixels allow, below one job: axes end at 60 jobs at most.
  checks: ({ years, counts }) => [
    figureShows(file, {
      panels: [{ series: counts.map((values, at) => ({ kind: 'bars', name: years[at] ?? '', values })) }],
    }),
  ],
});
