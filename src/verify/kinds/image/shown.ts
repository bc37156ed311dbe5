// A picture as a viewer shows it (upright, with transparency over white), together with the picture as stored in the
// file.
import type { Picture, Pixels } from '../../../formats/index.ts';

export interface ShownPicture extends Pixels {
  readonly stored: Picture;
}
