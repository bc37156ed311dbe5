// Whether the picture shows what its capture claims. Any program in the sandbox can write a capture, so
// each claimed mark must be where its values put it by the claimed axes, and the marks of the axes where their ticks are.
import type { FigureCapture } from '../../../formats/index.ts';
import type { SeriesKind } from './chart.ts';
import { heatMarks, wedgeMarks } from './area-marks.ts';
import { barMarks } from './bar-marks.ts';
import { lineMarks, pointMarks } from './line-marks.ts';
import type { Mark } from './marks.ts';
import { AxesPlace } from './place.ts';
import { rgbOf, type Canvas } from './pixels.ts';
import { plotsOf } from './from-capture.ts';

/** The share of the places of a mark that must agree; texts and other marks may lie on the rest. */
const AGREEMENT = 0.7;
/** Matplotlib cuts the size of a picture to whole pixels. */
const SIZE_ROOM = 1;

/** What the picture does not confirm, for a person; empty if it agrees. */
export function contradictions(capture: FigureCapture, canvas: Canvas, kinds: ReadonlySet<SeriesKind>): string[] {
  const { width, height, unit } = capture.image;
  const sameSize = Math.abs(width - canvas.width) <= SIZE_ROOM && Math.abs(height - canvas.height) <= SIZE_ROOM;
  if (unit !== 'px' || !sameSize)
    return [`the record is of a picture of ${width} × ${height}, this one has ${canvas.width} × ${canvas.height}`];
  const ground = rgbOf(capture.figure.color ?? '#ffffff');
  return plotsOf(capture).flatMap((axes) => {
    const place = AxesPlace.of(axes, canvas, ground);
    if (!place) return ['the record has axes without a place, or too small to be read'];
    const marks = [
      ...(kinds.has('bars') ? barMarks(axes, place) : []),
      ...(kinds.has('line') || kinds.has('points') ? [...lineMarks(axes, place), ...pointMarks(axes, place)] : []),
      ...(kinds.has('pie') ? wedgeMarks(axes, place) : []),
      ...(kinds.has('heat') ? heatMarks(axes, place) : []),
    ];
    const drawn = kinds.has('pie') ? [] : [...place.missingTicks('x'), ...place.missingTicks('y')];
    return [...marks.filter((mark) => !isConfirmed(mark)).map(({ what }) => what), ...drawn, ...unwritten(axes, place)];
  });
}

function isConfirmed({ inside, border }: Mark): boolean {
  return inside.filter(Boolean).length >= inside.length * AGREEMENT && border.every(Boolean);
}

/** Texts that are claimed where nothing is written. */
function unwritten(axes: ReturnType<typeof plotsOf>[number], place: AxesPlace): string[] {
  const lacks = (text: string, side: 'above' | 'below' | 'left' | 'right') =>
    text.trim() !== '' && !place.hasInkBeside(side) ? [`the text "${text.slice(0, 60)}" is not in the picture`] : [];
  const legends = axes.legends.flatMap(({ entries, pixels }) =>
    entries.flatMap(({ text, color }) =>
      color !== null && !place.hasColorIn(pixels, color)
        ? [`the legend does not show "${text.slice(0, 60)}" in its colour`]
        : [],
    ),
  );
  return [
    ...lacks(axes.title, 'above'),
    ...(place.hasInkBeside('above') ? [] : lacks(axes.x.label, 'below')),
    ...(place.hasInkBeside('right') ? [] : lacks(axes.y.label, 'left')),
    ...legends,
  ];
}
