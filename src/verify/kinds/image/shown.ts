// A picture as a viewer shows it: upright, with transparency over white, beside what the file holds.
import type { Picture, Pixels } from '../../../formats/index.ts';

export interface ShownPicture extends Pixels {
  readonly stored: Picture;
}
