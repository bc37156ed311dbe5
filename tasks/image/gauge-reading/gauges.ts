// The gauges of the panel: what they measure, the angles of their scales, the positions of needle and high limit.
import type { Draw } from 'pybench/kit';
import type { Dial } from './scene.ts';

export type Gauge = Dial & { kind: Kind; reading: number; limit: number };
type Kind = {
  letters: string;
  unit: string;
  en: string;
  zh: string;
  scales: [start: number, end: number, majors: number][];
};

/** `usual`: every scale runs clockwise from the bottom left over 270 degrees. */
export function makeGauges(draw: Draw, usual: boolean): Gauge[] {
  const count = draw.int(4, 6);
  const columns = count === 4 ? 2 : 3;
  // Five gauges leave one place of the panel empty, but never a whole row or column.
  const empty = count === 5 ? draw.int(0, 5) : -1;
  const places = [0, 1, 2, 3, 4, 5].slice(0, 2 * columns).filter((place) => place !== empty);
  const short = draw.int(0, count - 1);
  const numbers = draw.sample(
    Array.from({ length: 60 }, (_, index) => 101 + index),
    count,
  );
  const above = draw.shuffle([true, false, ...draw.many(count - 2, () => draw.chance(0.4))]);
  return places.map((place, index) => {
    const kind = draw.pick(kinds);
    const [start, end, majors] = draw.pick(kind.scales);
    const width = end - start;
    const grain = Number(`1e${decimals(width)}`);
    const reading = Math.round((start + width * draw.real(0.1, 0.9)) * grain) / grain;
    const position = (reading - start) / width;
    // High limits are round numbers, and no reading is so near its limit that the tolerance could decide.
    const steps = Array.from({ length: majors * 5 - 1 }, (_, step) => (step + 1) / (majors * 5)).filter((share) =>
      above[index] ? share < position - 0.04 : share > position + 0.04,
    );
    return {
      tag: `${kind.letters}-${numbers[index]}`,
      unit: kind.unit,
      kind,
      start,
      end,
      majors,
      reading,
      limit: Math.round((start + width * draw.pick(steps)) * 100) / 100,
      row: Math.floor(place / columns) + 1,
      column: (place % columns) + 1,
      // Angles in degrees, clockwise from straight up. The ordinary gauge runs from bottom left over 270 degrees.
      zero: usual ? 225 : draw.int(0, 71) * 5,
      sweep: usual ? 270 : index === short ? draw.int(140, 165) : draw.int(195, 300),
      turn: usual ? 1 : draw.pick<1 | -1>([1, -1]),
      position,
    };
  });
}

/** Enough decimals that rounding is small against the tolerance. */
export function decimals(width: number): number {
  return width < 40 ? 2 : 1;
}

const kinds: Kind[] = [
  {
    letters: 'PT',
    unit: 'bar',
    en: 'pump discharge pressure',
    zh: '泵出口压力',
    scales: [
      [0, 10, 5],
      [0, 16, 8],
      [0, 25, 5],
    ],
  },
  {
    letters: 'PI',
    unit: 'bar',
    en: 'suction pressure',
    zh: '泵入口压力',
    scales: [
      [-1, 3, 4],
      [-1, 5, 6],
      [0, 6, 6],
    ],
  },
  {
    letters: 'TT',
    unit: '°C',
    en: 'bearing temperature',
    zh: '轴承温度',
    scales: [
      [0, 120, 6],
      [-20, 60, 8],
      [50, 250, 4],
    ],
  },
  {
    letters: 'TI',
    unit: '°C',
    en: 'brine temperature',
    zh: '盐水温度',
    scales: [
      [-40, 40, 8],
      [-30, 30, 6],
    ],
  },
  {
    letters: 'FT',
    unit: 'm³/h',
    en: 'feed flow',
    zh: '给水流量',
    scales: [
      [0, 40, 8],
      [0, 160, 8],
      [0, 600, 6],
    ],
  },
  {
    letters: 'LT',
    unit: 'cm',
    en: 'tank level',
    zh: '水箱液位',
    scales: [
      [20, 180, 8],
      [0, 250, 5],
      [50, 350, 6],
    ],
  },
  {
    letters: 'VT',
    unit: 'mm/s',
    en: 'pump vibration',
    zh: '水泵振动',
    scales: [
      [0, 18, 6],
      [0, 30, 6],
    ],
  },
  {
    letters: 'IT',
    unit: 'A',
    en: 'motor current',
    zh: '电机电流',
    scales: [
      [0, 250, 5],
      [0, 400, 8],
      [20, 120, 5],
    ],
  },
];
