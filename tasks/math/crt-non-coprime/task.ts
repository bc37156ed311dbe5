// Sensors on one radio channel: when do all of a room's sensors send at once? Their periods share factors, so the
// textbook formula for coprime moduli is wrong; some rooms never meet; and no sensor sends before it has started.
import { column, defineTask, integer, tableEquals, tableOutput, text, type Draw } from 'pybench/kit';
import { apartRoom, coprimeRoom, farRoom, lateRoom, solve, tornRoom, triangleRoom, type Sensor } from './rooms.ts';

type Truth = { room: string; together_us: number | null }[];

const FILE = 'output/together.csv';

const words = {
  en: {
    site: 'Mill Street depot',
    clock: 'microseconds since the gateway was switched on',
    rooms: (
      'Cold store|Loading bay|Paint shop|Server room|Canteen|Boiler room|Reception|Archive|Test lab|Packing hall|' +
      'Tool crib|Battery room|Meeting room 2|Stairwell north'
    ).split('|'),
    kinds: ['temperature', 'humidity', 'door', 'smoke', 'vibration', 'light', 'current'],
    query:
      'Every room of our depot has a few wireless sensors that share one radio channel; they are listed in ' +
      './data/sensors.json. A sensor sends its first packet `first_us` microseconds after the gateway was switched on ' +
      'and from then on one packet every `period_us` microseconds, for ever. Before its first packet it is silent. ' +
      'For each room, at what moment do all of its sensors send in the very same microsecond for the first time, counted ' +
      'in microseconds since the gateway was switched on? In some rooms this never happens however long one waits; ' +
      'I want those rooms in the list as well.',
  },
  zh: {
    site: '磨坊街仓库',
    clock: '网关开机后的微秒数',
    rooms: '冷库|装卸区|喷漆间|机房|食堂|锅炉房|前台|档案室|测试间|包装车间|工具间|电池间|二号会议室|北楼梯间'.split(
      '|',
    ),
    kinds: ['温度', '湿度', '门磁', '烟感', '振动', '光照', '电流'],
    query:
      '我们仓库的每个房间里都装了几个无线传感器，共用一个无线信道，清单在 ./data/sensors.json 里。每个传感器在网关开机后第 ' +
      '`first_us` 微秒发出第一个数据包，此后每隔 `period_us` 微秒再发一个，一直发下去；发出第一个包之前它不发送任何东西。' +
      '请算出每个房间里的全部传感器第一次在同一微秒发包是什么时刻（从网关开机算起，单位微秒）。' +
      '有的房间无论等多久都碰不到一起，这样的房间也要列在表里。',
  },
};

export default defineTask<Truth>({
  level: 'medium',
  skills: ['number theory', 'congruences', 'exact integers'],
  inputs: ['json'],
  outputs: ['csv'],
  generate(draw, { lang }) {
    const say = words[lang];
    const systems = drawSystems(draw.fork('systems'));
    const names = draw.fork('names').sample(
      say.rooms.map((_, index) => index),
      systems.length,
    );
    const dress = draw.fork('dress');
    let serial = dress.int(11, 60);
    const rooms = systems.map((system, index) => ({
      name: say.rooms[names[index] ?? 0] ?? '',
      sensors: system.map(({ first, period }) => ({
        id: `S-${String((serial += dress.int(1, 4))).padStart(3, '0')}`,
        kind: dress.pick(say.kinds),
        first_us: first,
        period_us: period,
        battery: dress.decimal(2.4, 3.1, 2),
      })),
    }));
    const about = { site: say.site, clock: say.clock, channel: dress.int(11, 26), rooms };
    return {
      files: { 'sensors.json': `${JSON.stringify(about, null, 2)}\n` },
      query: say.query,
      outputs: {
        [FILE]: tableOutput(
          { en: 'one row for each room.', zh: '每个房间一行。' },
          {
            room: column(text, 'the name of the room as in the file', '房间名，与文件中一致'),
            together_us: column(
              integer,
              'the moment when all send at once for the first time; an empty cell if that never happens',
              '全部传感器第一次同时发包的时刻；永远碰不到一起的留空',
            ),
          },
          ['room'],
        ),
      },
      truth: rooms.map(({ name }, index) => ({ room: name, together_us: solve(systems[index] ?? []) })),
    };
  },
  checks: (truth) => [tableEquals(FILE, truth)],
});

/** Every instance has five kinds of rooms; each wrong way is wrong in at least one of them. */
function drawSystems(draw: Draw): Sensor[][] {
  const always = [
    farRoom(draw.fork('far'), 4),
    triangleRoom(draw.fork('triangle')),
    tornRoom(draw.fork('torn')),
    lateRoom(draw.fork('late')),
    coprimeRoom(draw.fork('coprime')),
  ];
  const sometimes = [
    farRoom(draw.fork('farther'), 5),
    apartRoom(draw.fork('apart')),
    triangleRoom(draw.fork('second triangle')),
  ];
  return draw.shuffle([...always, ...draw.sample(sometimes, draw.int(1, 3))]);
}
