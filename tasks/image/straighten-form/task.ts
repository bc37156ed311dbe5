// A form photographed at an angle and turned, to be straightened into a scan. Ordering the markers by their place in the photo,
// using three of them only, or taking the markers for the corners of the sheet gives another picture.
import {
  defineTask,
  fileOutput,
  imageCodes,
  imageDetail,
  imageForm,
  imageRegions,
  truthPicture,
  writePicture,
  scenePixels,
} from 'pybench/kit';
import { MARKER, photographed } from './photo.ts';
import { boxInsides, drawForm, FILLED, makeForm, PATCH, SHEET, STAMP } from './form.ts';

type Truth = {
  picture: string;
  code: string;
  colour: string;
  boxes: { name: string; x: number; y: number; side: number; ticked: boolean }[];
};

const FILE = 'output/form.png';
const [MM, INSET] = [4, MARKER.centre / 4];

const words = {
  en: {
    query: `I could only take a photo of our signed form, ./data/form.jpg, and I need it as if it had come from the scanner. The sheet is A4 (210 × 297 mm, upright) and has a black square marker in each corner, whose centre lies ${INSET} mm from both edges. Three of them have a white hole; the one without is the top left corner of the form. Please straighten the photo into a picture of the whole sheet, ${SHEET.width} × ${SHEET.height} pixels (${MM} pixels per mm), the right way up, with everything where it is on the paper. Nothing that is on the sheet may get lost: words, ticks, signature and stamp must be as clear as in the photo, and the QR code must be readable. Whether it comes out in colour, in grey or in black and white does not matter, nor does the brightness.`,
    about: 'the straightened form.',
  },
  zh: {
    query: `签好的表格我只能用手机拍下来（./data/form.jpg），但我需要像扫描仪扫出来那样的图。表格是竖放的 A4 纸（210 × 297 毫米），四个角各有一个黑色方块定位标记，标记中心到相邻两条纸边都是 ${INSET} 毫米。其中三个标记中间有白色的孔，没有孔的那个在表格的左上角。请把照片拉正成整张纸的图片，大小 ${SHEET.width} × ${SHEET.height} 像素（每毫米 ${MM} 像素），方向摆正，所有内容都在纸上原来的位置。纸上的东西一样都不能少：文字、勾选、签名和印章都要和照片里一样清楚，二维码要能扫出来。彩色、灰度还是黑白都可以，明暗也没有要求。`,
    about: '拉正后的表格。',
  },
};

export default defineTask<Truth>({
  level: 'hard',
  skills: ['perspective', 'marker detection', 'orientation'],
  inputs: ['jpg'],
  outputs: ['png'],
  twins: ['clean'],
  async generate(draw, { lang, twin }) {
    const form = makeForm(draw, lang);
    const flat = await drawForm(form);
    const photo = photographed(draw.fork('photo'), flat, twin !== undefined);
    return {
      files: { 'form.jpg': await writePicture(scenePixels(photo), 'jpeg', { quality: 92 }) },
      query: words[lang].query,
      outputs: { [FILE]: fileOutput({ en: words.en.about, zh: words.zh.about }) },
      truth: { picture: truthPicture(flat), code: form.code, colour: form.colour, boxes: boxInsides(form) },
    };
  },
  checks: ({ picture, code, colour, boxes }) => [
    imageForm(FILE, { types: ['png'], ...SHEET }, `${SHEET.width} × ${SHEET.height}`),
    imageDetail(FILE, picture, { except: FILLED }),
    imageRegions(FILE, [
      // A tick covers 40 % of the inside; moved by a millimetre, the frame of an empty box covers 6 %.
      ...boxes.map(({ name, x, y, side, ticked }) => ({
        name,
        x,
        y,
        width: side,
        height: side,
        ink: ticked ? { least: 0.18 } : { most: 0.12 },
      })),
      { name: 'colour', ...PATCH, ink: { least: 0.1 }, hue: colour },
      { name: 'stamp', ...STAMP, ink: { least: 0.04 }, hue: colour },
    ]),
    imageCodes(FILE, [{ text: code }]),
  ],
});
