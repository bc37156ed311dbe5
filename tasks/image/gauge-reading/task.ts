// A photo of dial gauges that differ in where their scales start, how far they run and which way round:
// reading them all like an ordinary pressure gauge, or taking the heavy tail for the tip, is wrong.
import { answerEquals, defineTask, field, number, setOf, text, writeCsv } from 'pybench/kit';
import { decimals, makeGauges, type Gauge } from './gauges.ts';
import { drawPanel } from './scene.ts';

type Truth = { readings: { key: string; reading: number; room: number }[]; above: string[] };

const words = {
  en: {
    header: ['Tag', 'Service', 'Unit', 'Scale start', 'Scale end', 'High limit', 'Row', 'Column'],
    query: (count: number) =>
      `I photographed the instrument panel in the pump room this morning: ./data/panel.png shows its ${count} dial gauges. ./data/gauges.csv lists them with tag, service, unit, the values at the start and at the end of the scale, the high limit, and where each one sits on the panel (row 1 is the top row, column 1 the leftmost). What does every gauge read, in its own unit? On each dial the scale begins at the green tick and ends at the red one, and it is linear along the arc that carries the ticks between the two. The blue needle turns on the orange cap in the middle of the dial; its tip is the long, thin end that reaches out to the ticks, and the short end behind the cap is only there for balance. Being off by up to 1 % of a gauge's scale width (end minus start) is fine. I would also like to know which gauges stand above their high limit.`,
  },
  zh: {
    header: ['位号', '测量对象', '单位', '刻度起点', '刻度终点', '高限', '行', '列'],
    query: (count: number) =>
      `今天早上我在泵房拍了仪表盘的照片 ./data/panel.png，上面有 ${count} 块指针式仪表。./data/gauges.csv 列出了每块表的位号、测量对象、单位、刻度起点和终点的数值、高限，以及它在仪表盘上的位置（第 1 行在最上面，第 1 列在最左边）。请读出每块表的示数，用它自己的单位表示。每个表盘的刻度都从绿色刻线开始，到红色刻线结束，示数沿着两者之间带刻线的那段弧均匀变化。蓝色指针绕表盘中央的橙色轴帽转动，又长又细、伸到刻线跟前的一头是针尖，轴帽另一侧的短头只起配重作用。误差不超过该表量程（终点减起点）的 1% 就可以。另外，哪些表的示数高于各自的高限，也请告诉我。`,
  },
};

export default defineTask<Truth>({
  level: 'hard',
  skills: ['measurement', 'colour segmentation', 'geometry'],
  inputs: ['png', 'csv'],
  outputs: [],
  twins: ['clean'],
  generate(draw, { lang, twin }) {
    const say = words[lang];
    const gauges = draw.until(
      (again) => makeGauges(again, twin !== undefined),
      (made) => (twin ? true : trapsAreLive(made)),
      'dials that punish every usual assumption',
    );
    const rows = draw
      .shuffle(gauges)
      .map(({ tag, kind, unit, start, end, limit, row, column }) =>
        [tag, kind[lang], unit, start, end, limit, row, column].map(String),
      );
    return {
      files: {
        'panel.png': drawPanel(gauges, draw.fork('panel'), { balanced: twin !== undefined }),
        'gauges.csv': writeCsv([say.header, ...rows], { bom: lang === 'zh', lineEnd: '\r\n' }),
      },
      query: say.query(gauges.length),
      answer: {
        ...Object.fromEntries(
          gauges.map(({ tag, unit, start, end }) => [
            keyOf(tag),
            field(number(decimals(end - start)), `what ${tag} reads, in ${unit}`, `${tag} 的示数，单位 ${unit}`),
          ]),
        ),
        above_limit: field(
          setOf(text),
          'the tags of the gauges that stand above their high limit',
          '示数高于高限的仪表的位号',
        ),
      },
      truth: {
        // 1 % of the scale, as the query says. Measured over 40 panels: the two correct methods are off by at most
        // 0.2 % of the scale; every wrong one by 24 % or more on its worst gauge (5 % is asserted below).
        readings: gauges.map(({ tag, reading, start, end }) => ({
          key: keyOf(tag),
          reading,
          room: Math.round((end - start) * 10) / 1000,
        })),
        above: gauges.filter(({ reading, limit }) => reading > limit).map(({ tag }) => tag),
      },
    };
  },
  checks: ({ readings, above }) => [
    ...readings.map(({ key, reading, room }) => answerEquals(key, reading, { absolute: room })),
    answerEquals('above_limit', above),
  ],
});

/** Each wrong way of reading is off by 5 % of the scale or more on some gauge; reading the tail is off on every gauge. */
function trapsAreLive(gauges: readonly Gauge[]): boolean {
  const off = (read: (gauge: Gauge, needle: number) => number) =>
    gauges.map((gauge) =>
      Math.abs(read(gauge, gauge.zero + gauge.turn * gauge.sweep * gauge.position) - gauge.position),
    );
  const clockwise = off(({ zero, sweep, turn }, needle) => around(needle - zero) / around(turn * sweep));
  const ordinary = off((_, needle) => around(needle - 225) / 270);
  const longerArc = off(({ zero, sweep, turn }, needle) =>
    sweep > 180 ? around(turn * (needle - zero)) / sweep : around(turn * (zero - needle)) / (360 - sweep),
  );
  const tail = off(({ zero, sweep, turn }, needle) => around(turn * (needle + 180 - zero)) / sweep);
  const bothWays = gauges.some(({ turn }) => turn === 1) && gauges.some(({ turn }) => turn === -1);
  return (
    bothWays &&
    [clockwise, ordinary, longerArc].every((each) => each.some((error) => error > 0.05)) &&
    tail.every((error) => error > 0.05)
  );
}

function around(degrees: number): number {
  return ((degrees % 360) + 360) % 360;
}

/** `PT-101` as a key of the answer. */
function keyOf(tag: string): string {
  return tag.toLowerCase().replace('-', '_');
}
