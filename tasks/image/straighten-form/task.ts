// A form photographed at an angle and the wrong way round, to be made a scan of again. Whoever orders the markers by
// where they are seen, uses three of them only, or takes the markers for the corners of the sheet gets another picture.
import {
  defineTask,
  fileOutput,
  imageCodes,
  imageForm,
  imageLike,
  truthPicture,
  writePicture,
  pixelsOf,
} from 'pybench/kit';
import { MARKER, photographed } from './photo.ts';
import { drawForm, makeForm, SHEET } from './form.ts';

type Truth = { picture: string; code: string };

const FILE = 'output/form.png';
const [MM, INSET] = [4, MARKER.centre / 4];

const words = {
  en: {
    query: `I could only take a photo of our signed form, ./data/form.jpg, and I need it as if it had come from the scanner. The sheet is A4 (210 × 297 mm, upright) and has a black square marker in each corner, whose centre lies ${INSET} mm from both edges. Three of them have a white hole; the one without is the top left corner of the form. Please straighten the photo into a picture of the whole sheet, ${SHEET.width} × ${SHEET.height} pixels (${MM} pixels per mm), the right way up, with everything where it is on the paper. The QR code must be readable. Colours and brightness can stay as the camera saw them.`,
    about: 'the straightened form.',
  },
  zh: {
    query: `签好的表格我只能用手机拍下来（./data/form.jpg），但我需要像扫描仪扫出来那样的图。表格是竖放的 A4 纸（210 × 297 毫米），四个角各有一个黑色方块定位标记，标记中心到相邻两条纸边都是 ${INSET} 毫米。其中三个标记中间有白色的孔，没有孔的那个在表格的左上角。请把照片拉正成整张纸的图片，大小 ${SHEET.width} × ${SHEET.height} 像素（每毫米 ${MM} 像素），方向摆正，所有内容都在纸上原来的位置。二维码要能扫出来。颜色和明暗保持拍到的样子就行。`,
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
      files: { 'form.jpg': await writePicture(pixelsOf(photo), 'jpeg', { quality: 92 }) },
      query: words[lang].query,
      outputs: { [FILE]: fileOutput({ en: words.en.about, zh: words.zh.about }) },
      truth: { picture: truthPicture(flat, 4), code: form.code },
    };
  },
  checks: ({ picture, code }) => [
    imageForm(FILE, { types: ['png'], ...SHEET }, `${SHEET.width} × ${SHEET.height}`),
    // Over four seeds the right ways are at most 3.0 off in the mean and 8.7 in the worst tile, the wrong ones at least
    // 20 and 62. Half a millimetre beside its place is 21 off in a tile full of text.
    imageLike(FILE, picture, { light: 0.6, meanError: 6, tileError: 20 }),
    imageCodes(FILE, [{ text: code }]),
  ],
});
