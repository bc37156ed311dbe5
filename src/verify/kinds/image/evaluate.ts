// Judges a check of kind `image`: reads the picture, and has it looked at.
import { FormatProblem, readPicture, upright } from '../../../formats/index.ts';
import { judgeDetail } from './detail.ts';
import { judgeLike, judgePlays } from './likeness.ts';
import { judgeCodes, judgeForm, judgeMask, judgeRegions } from './looks.ts';
import type { ImageCheck, ImageLook } from './kind.ts';
import type { ShownPicture } from './shown.ts';
import { cannotRead, fail, type CheckFinding, type Material } from '../../material.ts';

export async function evaluateImage({ file, looks }: ImageCheck, { files }: Material): Promise<CheckFinding> {
  const bytes = files.get(file);
  if (!bytes) return fail(`${file} is missing`);
  try {
    const stored = await readPicture(bytes);
    const shown: ShownPicture = { ...upright(stored), stored };
    const finding = await judgeLook(looks, shown);
    return { ...finding, message: `${file}: ${finding.message}` };
  } catch (error) {
    if (error instanceof FormatProblem) return cannotRead(file, error);
    throw error;
  }
}

function judgeLook(looks: ImageLook, shown: ShownPicture): CheckFinding | Promise<CheckFinding> {
  switch (looks.look) {
    case 'form':
      return judgeForm(looks.form, shown);
    case 'detail':
      return judgeDetail(looks, shown);
    case 'like':
      return judgeLike(looks, shown);
    case 'plays':
      return judgePlays(looks, shown);
    case 'regions':
      return judgeRegions(looks.regions, shown);
    case 'codes':
      return judgeCodes(looks.codes, shown);
    case 'mask':
      return judgeMask(looks, shown);
  }
}
