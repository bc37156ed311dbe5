// Compares the strokes and letters of a picture with the truth picture, tile by tile at full size. Brightness does not
// matter.
import { detailOf, FormatProblem, lumaOf } from '../../../formats/index.ts';
import { regionPlace, truthPixels } from './likeness.ts';
import type { ImageDetail, ImageLook } from './kind.ts';
import type { ShownPicture } from './shown.ts';
import { fail, pass, type CheckFinding } from '../../material.ts';

const MAX_EVIDENCE = 50;

interface Tile {
  readonly x: number;
  readonly y: number;
}

export async function compareDetail(
  { picture, detail }: Extract<ImageLook, { look: 'detail' }>,
  shown: ShownPicture,
): Promise<CheckFinding> {
  const truth = lumaOf(await truthPixels(picture));
  if (shown.width !== truth.width || shown.height !== truth.height)
    throw new FormatProblem(
      `${shown.width} × ${shown.height} pixels are not the ${truth.width} × ${truth.height} that are asked for`,
    );
  const { side, reach } = detail;
  const found = detailOf(lumaOf(shown), truth, { side, reach });
  const looked = <T extends Tile>(tiles: readonly T[]) => tiles.filter((tile) => isLookedAt(tile, detail, truth));
  const tiles = looked(found.tiles).toSorted((a, b) => a.likeness - b.likeness);
  const median = tiles[Math.floor(tiles.length / 2)]?.likeness ?? 0;
  const other = tiles.filter(({ likeness }) => likeness < detail.tile * median);
  const surplus = looked(found.empty)
    .filter(({ strength }) => strength > detail.surplus)
    .toSorted((a, b) => b.strength - a.strength);
  const problem =
    median < detail.median
      ? `its structure is another: the median tile is alike to ${hundredth(median)} (at least ${detail.median})`
      : found.sharpness < detail.sharpness
        ? `it is blurred or coarse: ${hundredth(found.sharpness)} of the fine structure are there (at least ${detail.sharpness})`
        : other[0]
          ? `${other.length} of ${tiles.length} tiles show something else, ${wherein(other[0], side, truth)}`
          : surplus[0]
            ? `something is where nothing should be, ${wherein(surplus[0], side, truth)}`
            : undefined;
  const wrong = [...other, ...surplus].slice(0, MAX_EVIDENCE);
  const more = {
    expected: { 'median at least': detail.median, 'sharpness at least': detail.sharpness },
    actual: { median: hundredth(median), sharpness: hundredth(found.sharpness) },
    evidence: { regions: wrong.map(({ x, y }) => ({ x, y, width: side, height: side })) },
  };
  return problem === undefined ? pass('every stroke is where it should be', more) : fail(problem, more);
}

function isLookedAt({ x, y }: Tile, { side, margin, except }: ImageDetail, size: { width: number; height: number }) {
  if (x < margin || y < margin || x + side > size.width - margin || y + side > size.height - margin) return false;
  return !except.some((box) => x < box.x + box.width && x + side > box.x && y < box.y + box.height && y + side > box.y);
}

const hundredth = (value: number) => Math.round(value * 100) / 100;

const wherein = ({ x, y }: Tile, side: number, size: { width: number; height: number }) =>
  `such as at (${x}, ${y}), ${regionPlace({ x, y, width: side, height: side }, size)}`;
