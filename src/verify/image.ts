// `image`: a picture is of the right type and size, and shows what it should. It is judged as a viewer shows it: turned
// the way its EXIF orientation says, transparency over white. A truth picture is a PNG in base64, at full size or smaller.
import { z } from 'zod';
import { pictureTypes, type Picture, type Pixels } from '../formats/index.ts';

const boxSchema = z.object({
  x: z.number().int(),
  y: z.number().int(),
  width: z.number().int().positive(),
  height: z.number().int().positive(),
});

/** How far a picture may be from the true one, in levels of 255. */
const likenessSchema = z.object({
  /** Over the whole picture. */
  meanError: z.number(),
  /** In the worst of its tiles, so that a small part that is wrong is not lost in the mean. */
  tileError: z.number(),
  /** By how much of itself the light of a tile may differ, as in a photograph. */
  light: z.number().optional(),
  /** At least this structural similarity of luma. */
  ssim: z.number().optional(),
});
export type Likeness = z.infer<typeof likenessSchema>;

/**
 * Measured on seven drawn scenes and a form of text, against a truth picture of half or a quarter of the size: other good
 * filters for shrinking differ by at most 1.4 in the mean and 4.0 in the worst tile, JPEG of quality 70 by 1.1 and 3.1,
 * 16 colours of a GIF by 0.9 and 2.5. A shift by four pixels differs by 9.4 or more in the worst tile, a mirrored
 * picture by 48; by nearest neighbour the form differs by 10.6.
 */
const usual: Likeness = { meanError: 2, tileError: 8 };

const regionSchema = boxSchema.extend({
  name: z.string(),
  /** `#rrggbb`, in the mean. */
  color: z.string().optional(),
  /** Levels that the mean may be off. */
  within: z.number().optional(),
  /** At most so many levels from its own mean on average: an area of one colour has 0. */
  flat: z.number().optional(),
  /** The name of another region, and by how many levels of luma it is darker at least. */
  darkerThan: z.object({ region: z.string(), by: z.number() }).optional(),
});
export type ImageRegion = z.infer<typeof regionSchema>;

const formSchema = z.object({
  types: z.array(z.enum(pictureTypes)).optional(),
  width: z.number().optional(),
  height: z.number().optional(),
  /** How many pixels a side may be off. */
  within: z.number().optional(),
  /** Whether some of it is transparent. */
  transparent: z.boolean().optional(),
  grey: z.boolean().optional(),
  /** How often an animation plays; 0 is forever. */
  loop: z.number().optional(),
});
export type ImageForm = z.infer<typeof formSchema>;

const shotSchema = z.object({ picture: z.string(), ms: z.number() });
export type ImageShot = z.infer<typeof shotSchema>;

const lookSchema = z.discriminatedUnion('look', [
  z.object({ look: z.literal('form'), form: formSchema }),
  z.object({ look: z.literal('like'), picture: z.string(), likeness: likenessSchema, part: boxSchema.optional() }),
  z.object({
    look: z.literal('plays'),
    shots: z.array(shotSchema),
    likeness: likenessSchema,
    /** Milliseconds by which a shot may be longer or shorter. */
    within: z.number(),
  }),
  z.object({ look: z.literal('regions'), regions: z.array(regionSchema) }),
  z.object({ look: z.literal('codes'), codes: z.array(z.object({ kind: z.string().optional(), text: z.string() })) }),
  z.object({ look: z.literal('mask'), mask: z.string(), overlap: z.number() }),
]);
export type ImageLook = z.infer<typeof lookSchema>;

export const imageCheckSchema = z.object({
  kind: z.literal('image'),
  name: z.string(),
  cites: z.string(),
  file: z.string(),
  looks: lookSchema,
});
export type ImageCheck = z.infer<typeof imageCheckSchema>;

const check = (file: string, what: string, cites: string | undefined, looks: ImageLook): ImageCheck => ({
  kind: 'image',
  name: `image ${file} ${what}`,
  cites: cites ?? file,
  file,
  looks,
});

/** Type by its bytes, size in pixels, transparency, repeats. */
export const imageForm = (file: string, form: ImageForm, cites?: string) =>
  check(file, 'form', cites, { look: 'form', form });

/** It shows what the truth picture shows; `part` compares a part of it only. */
export const imageLike = (
  file: string,
  picture: string,
  options: Partial<Likeness> & { readonly part?: z.infer<typeof boxSchema> } = {},
  cites?: string,
) => {
  const { part, ...likeness } = options;
  return check(file, 'picture', cites, {
    look: 'like',
    picture,
    likeness: { ...usual, ...likeness },
    ...(part && { part }),
  });
};

/** An animation that shows these pictures for so long. Whether a shot is one frame or several does not matter. */
export const imagePlays = (
  file: string,
  shots: readonly ImageShot[],
  options: Partial<Likeness> & { readonly within?: number } = {},
  cites?: string,
) => {
  // GIF counts in hundredths of a second: whoever rounds is off by 5 ms, the nearest wrong delay is a tenth off or more.
  const { within = 10, ...likeness } = options;
  return check(file, 'shots', cites, { look: 'plays', shots: [...shots], likeness: { ...usual, ...likeness }, within });
};

/** Named parts have a colour, are of one colour, or are darker than others. */
export const imageRegions = (file: string, regions: readonly ImageRegion[], cites?: string) =>
  check(file, 'regions', cites, { look: 'regions', regions: [...regions] });

/** Exactly these QR codes or barcodes can be read in it. */
export const imageCodes = (file: string, codes: readonly { kind?: string; text: string }[], cites?: string) =>
  check(file, 'codes', cites, { look: 'codes', codes: [...codes] });

/** What is bright in it covers what is bright in the mask: intersection over union. */
export const imageMask = (file: string, mask: string, overlap = 0.97, cites?: string) =>
  check(file, 'mask', cites, { look: 'mask', mask, overlap });

/** A picture as a viewer shows it. */
export interface Shown extends Pixels {
  readonly stored: Picture;
}
