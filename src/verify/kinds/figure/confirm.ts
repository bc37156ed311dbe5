// Checks a picture against its figure capture. Any program in the sandbox can write a capture, so the pixels must show
// each claimed mark at the position that its values have on the claimed axes, and each labelled tick at its position.
import type { FigureCapture } from '../../../formats/index.ts';
import type { SeriesKind } from './chart.ts';
import { heatMarks, wedgeMarks } from './area-marks.ts';
import { barMarks } from './bar-marks.ts';
import { lineMarks, pointMarks } from './line-marks.ts';
import type { Mark } from './marks.ts';
import { AxesPlace } from './place.ts';
import { rgbOf, type Canvas } from './pixels.ts';
import { plotsOf } from './from-capture.ts';

/** Minimum share of a mark's sample points that must match; texts and other marks may cover the rest. */
const AGREEMENT = 0.7;
/** Tolerance in pixels: matplotlib truncates the size of a picture to whole pixels. */
const SIZE_ROOM = 1;

/** Human-readable messages about claims that the picture does not confirm; empty if it confirms all of them. */
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

/** Messages for claimed titles and axis labels where the picture has no ink, and for legend colours that it lacks. */
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
