// The panel as a picture: dials with ticks, numerals, needle and cap, with uneven light, noise and blur.
// Green, red, blue and orange occur nowhere but on the two end ticks, the needle and the cap.
import { drawPng, type Draw } from 'pybench/kit';

export type Dial = {
  tag: string;
  unit: string;
  start: number;
  end: number;
  majors: number;
  row: number;
  column: number;
  /** Degrees clockwise from straight up. */
  zero: number;
  sweep: number;
  turn: 1 | -1;
  /** Where the needle stands on the scale, from 0 to 1. */
  position: number;
};

const CELL = { width: 340, height: 372 };
const PER_MAJOR = 5;

/** `balanced`: needles without the heavy tail. */
export function drawPanel(dials: readonly Dial[], draw: Draw, { balanced }: { balanced: boolean }): Uint8Array {
  const columns = Math.max(...dials.map(({ column }) => column));
  const rows = Math.max(...dials.map(({ row }) => row));
  const width = columns * CELL.width;
  const height = rows * CELL.height;
  const taken = new Set(dials.map(({ row, column }) => `${row} ${column}`));
  const blanks = Array.from({ length: rows * columns }, (_, place) => ({
    row: Math.floor(place / columns) + 1,
    column: (place % columns) + 1,
  })).filter(({ row, column }) => !taken.has(`${row} ${column}`));
  const grain = draw.int(1, 9999);
  return drawPng(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<defs>
${definitions(draw, grain)}
</defs>
<g filter="url(#lens)">
<rect width="${width}" height="${height}" fill="${draw.pick(paints)}"/>
<rect width="${width}" height="${height}" filter="url(#brushed)" opacity="0.22"/>
${seams(width, height, rows, columns)}
${blanks.map((place) => blindPlate(place)).join('\n')}
${dials.map((dial) => gauge(dial, draw, balanced)).join('\n')}
<rect width="${width}" height="${height}" fill="url(#lamp)"/>
</g>
<rect width="${width}" height="${height}" filter="url(#grain)" opacity="0.11"/>
</svg>`);
}

const paints = ['#b9b7ad', '#a9aaa6', '#c3bfb2', '#9d9f9e'];
const faces = ['#f6f3e9', '#fbfaf6', '#efeee8'];
const rims = ['url(#chrome)', 'url(#black)', 'url(#bronze)'];

function definitions(draw: Draw, grain: number): string {
  return [
    metal('chrome', '#f4f4f4', '#8d8f91', '#d9dadb', '#66686a'),
    metal('black', '#5c5c5c', '#1d1d1d', '#3c3c3c', '#0e0e0e'),
    metal('bronze', '#8f877b', '#4b463f', '#7a7266', '#332f2a'),
    metal('cap', '#ffb347', '#f08a12', '#e07a00'),
    metal('plate', '#2f2f2f', '#191919'),
    `<linearGradient id="glass" x1="0" y1="0" x2="0.35" y2="1"><stop offset="0" stop-color="#fff" stop-opacity="0.2"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></linearGradient>`,
    `<radialGradient id="hollow"><stop offset="0.86" stop-color="#000" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity="0.25"/></radialGradient>`,
    `<radialGradient id="lamp" cx="${draw.int(25, 75)}%" cy="${draw.int(5, 35)}%" r="95%"><stop offset="0" stop-color="#fff" stop-opacity="0.08"/><stop offset="0.45" stop-color="#000" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity="0.3"/></radialGradient>`,
    `<filter id="lens"><feGaussianBlur stdDeviation="0.55"/></filter>`,
    `<radialGradient id="shade"><stop offset="0.86" stop-color="#000" stop-opacity="0.5"/><stop offset="1" stop-color="#000" stop-opacity="0"/></radialGradient>`,
    noise('brushed', '0.004 0.5', grain),
    noise('grain', '0.75', grain + 1),
  ].join('\n');
}

function metal(id: string, ...colours: string[]): string {
  const last = colours.length - 1;
  const stops = colours.map((colour, at) => `<stop offset="${at / last}" stop-color="${colour}"/>`).join('');
  return `<linearGradient id="${id}" x1="0" y1="0" x2="0.6" y2="1">${stops}</linearGradient>`;
}

/** Grey noise: the same for all channels, so that it changes no hue. */
function noise(id: string, frequency: string, seed: number): string {
  const grey = '1.6 0 0 0 -0.3 1.6 0 0 0 -0.3 1.6 0 0 0 -0.3 0 0 0 0 1';
  return `<filter id="${id}" x="0" y="0" width="100%" height="100%" color-interpolation-filters="sRGB"><feTurbulence type="fractalNoise" baseFrequency="${frequency}" numOctaves="1" seed="${seed}"/><feColorMatrix values="${grey}"/></filter>`;
}

function seams(width: number, height: number, rows: number, columns: number): string {
  const screws = Array.from({ length: (rows + 1) * (columns + 1) }, (_, index) => {
    const x = Math.min(Math.max((index % (columns + 1)) * CELL.width, 16), width - 16);
    const y = Math.min(Math.max(Math.floor(index / (columns + 1)) * CELL.height, 16), height - 16);
    return screw(x, y, (index * 37) % 90);
  });
  return `<rect x="4" y="4" width="${width - 8}" height="${height - 8}" rx="10" fill="none" stroke="#000" stroke-opacity="0.25" stroke-width="3"/>\n${screws.join('\n')}`;
}

function screw(x: number, y: number, angle: number): string {
  return `<g transform="translate(${x} ${y}) rotate(${angle})"><circle cx="1" cy="2" r="8" fill="#000" fill-opacity="0.3"/><circle r="7" fill="url(#chrome)"/><rect x="-6" y="-1" width="12" height="2" fill="#3a3a3a"/></g>`;
}

function blindPlate({ row, column }: { row: number; column: number }): string {
  const x = (column - 0.5) * CELL.width;
  const y = (row - 0.5) * CELL.height - 16;
  return `<circle cx="${x + 4}" cy="${y + 6}" r="130" fill="url(#shade)"/><circle cx="${x}" cy="${y}" r="118" fill="url(#bronze)"/><circle cx="${x}" cy="${y}" r="112" fill="#8b8b88"/>${[45, 135, 225, 315].map((angle) => screw(round(x + 96 * sin(angle)), round(y - 96 * cos(angle)), angle)).join('')}`;
}

function gauge(dial: Dial, draw: Draw, balanced: boolean): string {
  // On a real panel the dials are not exactly centred.
  const x = (dial.column - 0.5) * CELL.width + draw.int(-7, 7);
  const y = (dial.row - 0.5) * CELL.height - 18 + draw.int(-6, 6);
  const size = draw.decimal(0.92, 1.05, 2);
  const rim = draw.pick(rims);
  const face = draw.pick(faces);
  const tilt = draw.decimal(-1.5, 1.5, 1);
  return `<g transform="translate(${x} ${y})">
<g transform="scale(${size})">
<circle cx="7" cy="10" r="154" fill="url(#shade)"/>
<circle r="140" fill="${rim}"/><circle r="130" fill="#202020"/><circle r="127" fill="${face}"/><circle r="127" fill="url(#hollow)"/>
${scale(dial)}
${print(dial)}
${needle(dial, balanced)}
<path d="M -104 -44 A 113 113 0 0 1 104 -44 A 190 190 0 0 0 -104 -44 Z" fill="url(#glass)"/>
</g>
<g transform="translate(0 ${round(140 * size + 21)}) rotate(${tilt})"><rect x="-52" y="-12" width="104" height="26" rx="3" fill="#000" fill-opacity="0.25"/><rect x="-52" y="-14" width="104" height="26" rx="3" fill="url(#plate)"/><text y="5" font-family="DejaVu Sans" font-weight="bold" font-size="16" letter-spacing="1" fill="#f2f2f2" text-anchor="middle">${dial.tag}</text></g>
</g>`;
}

function scale(dial: Dial): string {
  const ticks = dial.majors * PER_MAJOR;
  const angleAt = (tick: number) => dial.zero + (dial.turn * dial.sweep * tick) / ticks;
  const lines = Array.from({ length: ticks + 1 }, (_, tick) => {
    const major = tick % PER_MAJOR === 0;
    const end = tick === 0 || tick === ticks;
    const colour = tick === 0 ? '#0a9a3a' : tick === ticks ? '#d8141c' : '#262626';
    const from = end ? 94 : major ? 99 : 106;
    return `<line ${between(angleAt(tick), from, 115)} stroke="${colour}" stroke-width="${end ? 5 : major ? 2.8 : 1.4}"/>`;
  });
  const numerals = Array.from({ length: dial.majors + 1 }, (_, index) => {
    const value = dial.start + ((dial.end - dial.start) * index) / dial.majors;
    const angle = angleAt(index * PER_MAJOR);
    const label = String(Math.round(value * 100) / 100).replace('-', '−');
    return `<text x="${round(79 * sin(angle))}" y="${round(-79 * cos(angle) + 4.7)}" font-family="DejaVu Sans" font-size="13" fill="#262626" text-anchor="middle">${label}</text>`;
  });
  return [...lines, ...numerals].join('\n');
}

/** The unit stands beside the needle, where neither blade nor weight hides it; below the cap rather than above. */
function print(dial: Dial): string {
  const angle = needleAngle(dial);
  const side = cos(angle + 90) < 0 ? angle + 90 : angle - 90;
  return `<text x="${round(44 * sin(side))}" y="${round(-44 * cos(side) + 5)}" font-family="DejaVu Sans" font-size="14" fill="#4a4a4a" text-anchor="middle">${dial.unit}</text>`;
}

/**
 * Tapered and pointed at one end, with a round weight at the other. The weight outweighs the blade: its area times its
 * distance from the cap is larger, so that the middle of all blue pixels lies on the side of the tail.
 */
function needle(dial: Dial, balanced: boolean): string {
  const angle = round(needleAngle(dial));
  const tail = balanced ? '' : '<circle cy="39" r="14"/>';
  const shape = `<path d="M -3.2 0 L -1.1 -92 L 0 -95 L 1.1 -92 L 3.2 0 L 3.6 ${balanced ? 30 : 40} L -3.6 ${balanced ? 30 : 40} Z"/>${tail}`;
  return `<g transform="translate(4 6) rotate(${angle})" fill="#000" fill-opacity="0.22">${shape}</g>
<g transform="rotate(${angle})" fill="#1546c8">${shape}</g>
<circle cx="1.5" cy="2.5" r="13" fill="#000" fill-opacity="0.3"/><circle r="12" fill="url(#cap)"/>`;
}

function needleAngle({ zero, turn, sweep, position }: Dial): number {
  return zero + turn * sweep * position;
}

function between(angle: number, from: number, to: number): string {
  return `x1="${round(from * sin(angle))}" y1="${round(-from * cos(angle))}" x2="${round(to * sin(angle))}" y2="${round(-to * cos(angle))}"`;
}

function sin(degrees: number): number {
  return Math.sin((degrees * Math.PI) / 180);
}
function cos(degrees: number): number {
  return Math.cos((degrees * Math.PI) / 180);
}
function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
