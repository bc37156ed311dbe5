// Mutants of an SVG: the edits keep its comments and ids, but change what a person sees.
import type { Draw } from '../../../../core/index.ts';
import type { WorkToGrade } from '../../../mutants/mutant.ts';
import type { Made } from './figure.ts';
import { withFile } from '../../../mutants/mutant.ts';

/** Maximum number of mutants per instance; other seeds try other edits. */
const MOST = 4;

const atEnd = (svg: string, more: string) => svg.replace(/<\/svg>\s*$/, () => `${more}</svg>`);
/** A text as matplotlib writes it: its group, the comment with its content, and its glyphs. */
const TEXT = /(<g id="text_(\d+)">\s*<!--[^]*?-->\s*)(<g [^]*?<\/g>)/g;
const USES = /<use [^>]*\/>/g;

const letters = ([, , , group = '']: RegExpExecArray) => [...group.matchAll(USES)].join('');
/** Matches the outline of a matplotlib glyph by the code point at the end of its id, in hexadecimal. */
const outline = (id: string) => new RegExp(`(<path id="[\\w-]*-${id}" d=")([^"]*)"`);

/** Exchanges the glyphs of the first two texts; comments and everything else stay. */
function exchanged(svg: string): string {
  const [one, other] = [...svg.matchAll(TEXT)];
  if (!one || !other) return svg;
  return svg.replaceAll(TEXT, (whole: string, head: string, at: string, group: string) => {
    const to = at === one[2] ? letters(other) : at === other[2] ? letters(one) : undefined;
    return to === undefined ? whole : head + group.replaceAll(USES, '').replace(/<\/g>$/, () => `${to}</g>`);
  });
}

const edits: readonly (readonly [string, (svg: string) => string])[] = [
  ['two words are drawn at the place of the other', exchanged],
  ['marks are clipped away', (svg) => svg.replaceAll(/(<clipPath[^>]*>\s*<rect [^>]*height=")[\d.]+/g, '$10')],
  ['a sheet covers everything', (svg) => atEnd(svg, '<rect width="100%" height="100%" fill="white"/>')],
  [
    'all texts are in the colour of the paper',
    (svg) => svg.replace('</style>', () => '[id^="text_"] { fill: white; opacity: 0.01 }</style>'),
  ],
  [
    'the marks are hidden by a rule of style',
    (svg) => svg.replace('</style>', () => '[clip-path] { visibility: hidden }</style>'),
  ],
  [
    'a digit of the axis is drawn as another one',
    (svg) => {
      const other = outline('30').exec(svg)?.[2];
      return other === undefined ? svg : svg.replace(outline('32'), (_, head: string) => `${head}${other}"`);
    },
  ],
];

export function svgEdits(path: string, work: WorkToGrade, draw: Draw): Made[] {
  const svg = Buffer.from(work.files.get(path) ?? []).toString('utf8');
  const made = edits.flatMap(([what, change]) => {
    const after = change(svg);
    return after === svg ? [] : [{ what, right: false, work: withFile(work, path, after) }];
  });
  return draw.sample(made, Math.min(MOST, made.length));
}
