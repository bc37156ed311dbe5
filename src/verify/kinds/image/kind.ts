// `image`: a picture has the right type, size and content. It is compared as a viewer shows it: turned by its EXIF
// orientation, with transparency over white. A truth picture is a PNG in base64, at full size or smaller.
import { z } from 'zod';
import type { PictureType } from '../../../formats/index.ts';
import { defineKind } from '../../define-kind.ts';

const pictureTypes = ['png', 'jpeg', 'webp', 'gif', 'tiff', 'bmp'] as const satisfies readonly PictureType[];

const boxSchema = z.object({
  x: z.number().int(),
  y: z.number().int(),
  width: z.number().int().positive(),
  height: z.number().int().positive(),
});

/** How far a picture may differ from the truth picture, in levels of 255. */
const likenessSchema = z.object({
  /** Over the whole picture. */
  meanError: z.number(),
  /** In the worst of its tiles, so that a small part that is wrong is not lost in the mean. */
  tileError: z.number(),
  /** The share by which the brightness of a tile may differ, as in a photograph. */
  light: z.number().optional(),
  /** At least this structural similarity of luma. */
  ssim: z.number().optional(),
  /** Divides the size at which colours are compared, so that filters, palettes and dithering hardly matter. */
  times: z.number().optional(),
  /** Bounds that three quarters of the tiles must reach at full size: likeness of edges, share of fine structure. */
  detail: z.object({ likeness: z.number(), sharpness: z.number() }).optional(),
});
export type ImageLikeness = z.infer<typeof likenessSchema>;

/**
 * Measured on seven drawn scenes and a form with text, against a truth picture of half or a quarter of the size: other
 * good filters for shrinking differ by at most 1.4 in the mean and 4.0 in the worst tile, JPEG of quality 70 by 1.1 and
 * 3.1, 16 colours of a GIF by 0.9 and 2.5. A shift by four pixels differs by 9.4 or more in the worst tile, a mirrored
 * picture by 48; a nearest-neighbour filter on the form by 10.6.
 */
const usual: ImageLikeness = { meanError: 2, tileError: 8 };

const regionSchema = boxSchema.extend({
  name: z.string(),
  /** The mean colour, as `#rrggbb`. */
  color: z.string().optional(),
  /** The tolerance of the mean colour, in levels. */
  within: z.number().optional(),
  /** The largest mean deviation from its own mean colour, in levels: an area of one colour has 0. */
  flat: z.number().optional(),
  /** The name of another region, and by how many levels of luma this one is darker at least. */
  darkerThan: z.object({ region: z.string(), by: z.number() }).optional(),
  /** The least and the most ink on it, as a share of solid black. Brightness and contrast do not matter. */
  ink: z.object({ least: z.number().optional(), most: z.number().optional() }).optional(),
  /** `#rrggbb`: the region has this hue or is grey. */
  hue: z.string().optional(),
});
export type ImageRegion = z.infer<typeof regionSchema>;

const formSchema = z.object({
  types: z.array(z.enum(pictureTypes)).optional(),
  width: z.number().optional(),
  height: z.number().optional(),
  /** The tolerance of width and height, in pixels. */
  within: z.number().optional(),
  /** Whether some of it is transparent. */
  transparent: z.boolean().optional(),
  grey: z.boolean().optional(),
  /** How often an animation plays; 0 is forever. */
  loop: z.number().optional(),
});
export type ImageForm = z.infer<typeof formSchema>;

const detailSchema = z.object({
  /** The least likeness of a tile, as a share of the median over all tiles: a worse one shows something else. */
  tile: z.number(),
  /** The least likeness of the median tile, from 0 to 1. */
  median: z.number(),
  /** The least share of fine structure: a sharp picture has 1. */
  sharpness: z.number(),
  /** The most structure where the truth picture is empty, as a share of its usual strength. */
  surplus: z.number(),
  /** The side of a tile in pixels: about the width of two letters. */
  side: z.number().int().positive(),
  /** The largest shift of a tile, in pixels. */
  reach: z.number().int(),
  /** The width of the border that is ignored, in pixels. */
  margin: z.number().int(),
  /** Areas that are ignored, such as filled ones that a scan in black and white leaves empty. */
  except: z.array(boxSchema),
});
export type ImageDetail = z.infer<typeof detailSchema>;

/**
 * Measured on a form photographed at an angle, over 4 instances and 34 right ways (filters, grey, black and white by
 * six thresholds, dithering, JPEG, sharpening, denoising): tiles have at least 0.65 of the median, the median is at
 * least 0.91, and sharpness is at least 0.20. Two wrong letters in a name give a tile of at most 0.56, blocks of 3 × 3
 * pixels a sharpness of 0.17, a blur of two pixels 0.11. In empty areas, dithering has a structure of 0.40, a word 0.86
 * or more.
 *
 * Measured on a form with letters of 18 pixels: right scans, including black-and-white ones, have no tile below 0.71 of
 * the median; one wrong Chinese character gives a tile of 0.51 or less. With tiles of 24 pixels these are 0.73 and
 * 0.66.
 */
const usualDetail: ImageDetail = {
  tile: 0.6,
  median: 0.7,
  sharpness: 0.18,
  surplus: 0.6,
  side: 16,
  reach: 4,
  margin: 20,
  except: [],
};

const shotSchema = z.object({ picture: z.string(), ms: z.number() });
export type ImageShot = z.infer<typeof shotSchema>;

const lookSchema = z.discriminatedUnion('look', [
  z.object({ look: z.literal('form'), form: formSchema }),
  z.object({ look: z.literal('detail'), picture: z.string(), detail: detailSchema }),
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

const imageCheckSchema = z.object({
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

/** Checks the type (detected from the bytes), the size in pixels, transparency, grey and repeats. */
export const imageForm = (file: string, form: ImageForm, cites?: string) =>
  check(file, 'form', cites, { look: 'form', form });

/** The picture shows the same as the truth picture; `part` limits the comparison to a part of it. */
export const imageLike = (
  file: string,
  picture: string,
  options: Partial<ImageLikeness> & { readonly part?: z.infer<typeof boxSchema> } = {},
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

/**
 * The picture has the same strokes and letters as the truth picture, which has full size: nothing is missing, added,
 * changed, moved, blurred or in blocks. Colour, brightness and contrast are free: a scan in grey or in black and white
 * has the same detail.
 */
export const imageDetail = (file: string, picture: string, options: Partial<ImageDetail> = {}, cites?: string) =>
  check(file, 'detail', cites, { look: 'detail', picture, detail: { ...usualDetail, ...options } });

/** The animation shows these pictures for these durations. A shot may consist of one frame or several. */
export const imagePlays = (
  file: string,
  shots: readonly ImageShot[],
  options: Partial<ImageLikeness> & { readonly within?: number } = {},
  cites?: string,
) => {
  // GIF stores delays in hundredths of a second: rounding changes them by up to 5 ms, and a wrong delay differs by 0.1
  // s or more.
  const { within = 10, ...likeness } = options;
  return check(file, 'shots', cites, { look: 'plays', shots: [...shots], likeness: { ...usual, ...likeness }, within });
};

/** Named regions have a mean colour or hue, are uniform, are darker than others, or have a certain amount of ink. */
export const imageRegions = (file: string, regions: readonly ImageRegion[], cites?: string) =>
  check(file, 'regions', cites, { look: 'regions', regions: [...regions] });

/** Exactly these QR codes or barcodes can be read in it. */
export const imageCodes = (file: string, codes: readonly { kind?: string; text: string }[], cites?: string) =>
  check(file, 'codes', cites, { look: 'codes', codes: [...codes] });

/** The bright areas of the picture match those of the mask: `overlap` is the least intersection over union. */
export const imageMask = (file: string, mask: string, overlap = 0.97, cites?: string) =>
  check(file, 'mask', cites, { look: 'mask', mask, overlap });

export const imageKind = defineKind({
  schema: imageCheckSchema,
  about: 'a picture or an animation has this form, or shows this picture, regions, codes or mask',
  failure: 'wrong image',
  uses: [],
  evaluator: async () => (await import('./evaluate.ts')).evaluateImage,
  mutators: async () => ({ file: (await import('./mutators/image.ts')).imageMutator }),
});
