// `image`: a picture is of the right type and size, and shows what it should. It counts as a viewer shows it: turned
// as its EXIF orientation says, with transparency over white. A truth picture is a PNG in base64, at full size or smaller.
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
  /** Colours are compared at the size of the truth picture divided by this number: filters, palettes and dithering then hardly matter. */
  times: z.number().optional(),
  /** Its edges, at the full size of the truth picture: how alike three quarters of the tiles are, and how much of their fine structure is there. */
  detail: z.object({ likeness: z.number(), sharpness: z.number() }).optional(),
});
export type ImageLikeness = z.infer<typeof likenessSchema>;

/**
 * Measured on seven drawn scenes and a form of text, against a truth picture of half or a quarter of the size: other good
 * filters for shrinking differ by at most 1.4 in the mean and 4.0 in the worst tile, JPEG of quality 70 by 1.1 and 3.1,
 * 16 colours of a GIF by 0.9 and 2.5. A shift by four pixels differs by 9.4 or more in the worst tile, a mirrored
 * picture by 48; by nearest neighbour the form differs by 10.6.
 */
const usual: ImageLikeness = { meanError: 2, tileError: 8 };

const regionSchema = boxSchema.extend({
  name: z.string(),
  /** `#rrggbb`, in the mean. */
  color: z.string().optional(),
  /** Levels that the mean may be off. */
  within: z.number().optional(),
  /** The most levels by which it may deviate from its own mean, on average: an area of one colour has 0. */
  flat: z.number().optional(),
  /** The name of another region, and by how many levels of luma it is darker at least. */
  darkerThan: z.object({ region: z.string(), by: z.number() }).optional(),
  /** How much ink is on it, as a share of what solid black would be: at least, at most. Light and contrast do not count. */
  ink: z.object({ least: z.number().optional(), most: z.number().optional() }).optional(),
  /** `#rrggbb`: it is of this hue, or grey. */
  hue: z.string().optional(),
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

const detailSchema = z.object({
  /** How alike a tile must be, as a share of the median over all tiles: a worse one shows something else. */
  tile: z.number(),
  /** How alike the median tile must be, from 0 to 1. */
  median: z.number(),
  /** How much of the fine structure must be there: a sharp picture has 1. */
  sharpness: z.number(),
  /** How strong structure may be where the true picture is empty, as a share of its usual strength. */
  surplus: z.number(),
  /** Of a tile, in pixels: about two letters wide. */
  side: z.number().int().positive(),
  /** Pixels by which a tile may lie beside its place. */
  reach: z.number().int(),
  /** Pixels at the border that are not looked at. */
  margin: z.number().int(),
  /** Areas that are not looked at, such as filled ones that a scan in black and white leaves empty. */
  except: z.array(boxSchema),
});
export type ImageDetail = z.infer<typeof detailSchema>;

/**
 * Measured on a form photographed at an angle, over 4 instances and 34 right ways (filters, grey, black and white by six
 * thresholds, dithering, JPEG, sharpening, denoising): tiles are at least 0.65 of the median, which is at least 0.91, and
 * sharpness is at least 0.20. Two other letters in a name give a tile of 0.56 at most, blocks of 3 × 3 pixels a sharpness
 * of 0.17, a blur of two pixels 0.11. Structure where nothing should be: dithering 0.40, a word 0.86 and more.
 */
/**
 * Measured on a form with letters of 18 pixels: right scans, also those in black and white, have no tile below 0.71 of the
 * median; where one Chinese letter is another one, a tile has 0.51 or less. Tiles of 24 pixels tell 0.73 from 0.66 only.
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

/** Type by its bytes, size in pixels, transparency, repeats. */
export const imageForm = (file: string, form: ImageForm, cites?: string) =>
  check(file, 'form', cites, { look: 'form', form });

/** It shows what the truth picture shows; `part` compares a part of it only. */
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
 * Its strokes and letters are those of the truth picture, which is of its full size: nothing is missing, added, changed,
 * moved, blurred or in blocks. Colour, light and contrast are free: a scan in grey or in black and white has the same detail.
 */
export const imageDetail = (file: string, picture: string, options: Partial<ImageDetail> = {}, cites?: string) =>
  check(file, 'detail', cites, { look: 'detail', picture, detail: { ...usualDetail, ...options } });

/** An animation that shows these pictures for so long. Whether a shot is one frame or several does not matter. */
export const imagePlays = (
  file: string,
  shots: readonly ImageShot[],
  options: Partial<ImageLikeness> & { readonly within?: number } = {},
  cites?: string,
) => {
  // GIF counts in hundredths of a second: rounding is off by 5 ms, the nearest wrong delay is a tenth off or more.
  const { within = 10, ...likeness } = options;
  return check(file, 'shots', cites, { look: 'plays', shots: [...shots], likeness: { ...usual, ...likeness }, within });
};

/** Named parts have a colour, are of one colour, are darker than others, or have ink on them or none. */
export const imageRegions = (file: string, regions: readonly ImageRegion[], cites?: string) =>
  check(file, 'regions', cites, { look: 'regions', regions: [...regions] });

/** Exactly these QR codes or barcodes can be read in it. */
export const imageCodes = (file: string, codes: readonly { kind?: string; text: string }[], cites?: string) =>
  check(file, 'codes', cites, { look: 'codes', codes: [...codes] });

/** What is bright in it covers what is bright in the mask: intersection over union. */
export const imageMask = (file: string, mask: string, overlap = 0.97, cites?: string) =>
  check(file, 'mask', cites, { look: 'mask', mask, overlap });

export const imageKind = defineKind({
  schema: imageCheckSchema,
  about: 'a picture or an animation has this form, or shows this picture, regions, codes or mask',
  failure: 'wrong image',
  evaluator: async () => (await import('./evaluate.ts')).evaluateImage,
  mutators: async () => ({ file: (await import('./mutators/image.ts')).imageMutator }),
});
