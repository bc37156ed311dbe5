// Evaluates a check of kind `image`: reads the picture and compares what the check names.
import { FormatProblem, readPicture, upright } from '../../../formats/index.ts';
import { compareDetail } from './detail.ts';
import { comparePicture, compareShots } from './likeness.ts';
import { compareCodes, compareForm, compareMask, compareRegions } from './looks.ts';
import type { ImageCheck, ImageLook } from './kind.ts';
import type { ShownPicture } from './shown.ts';
import { cannotRead, fail, type CheckFinding, type Material } from '../../material.ts';

export async function evaluateImage({ file, looks }: ImageCheck, { files }: Material): Promise<CheckFinding> {
  const bytes = files.get(file);
  if (!bytes) return fail(`${file} is missing`);
  try {
    const stored = await readPicture(bytes);
    const shown: ShownPicture = { ...upright(stored), stored };
    const finding = await compareLook(looks, shown);
    return { ...finding, message: `${file}: ${finding.message}` };
  } catch (error) {
    if (error instanceof FormatProblem) return cannotRead(file, error);
    throw error;
  }
}

function compareLook(looks: ImageLook, shown: ShownPicture): CheckFinding | Promise<CheckFinding> {
  switch (looks.look) {
    case 'form':
      return compareForm(looks.form, shown);
    case 'detail':
      return compareDetail(looks, shown);
    case 'like':
      return comparePicture(looks, shown);
    case 'plays':
      return compareShots(looks, shown);
    case 'regions':
      return compareRegions(looks.regions, shown);
    case 'codes':
      return compareCodes(looks.codes, shown);
    case 'mask':
      return compareMask(looks, shown);
  }
}
