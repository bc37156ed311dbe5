// A slide show as an animated GIF. Phones store photos turned and say so in their EXIF data; the playlist shows photos
// out of order and twice, and leaves some times blank.
import {
  defineTask,
  fileOutput,
  imageForm,
  imagePlays,
  liveTraps,
  truthPicture,
  writeCsv,
  type Draw,
} from 'pybench/kit';
import { FRAME, framed, makePhoto, stored, type Photo } from './photos.ts';

type Truth = { shots: { picture: string; ms: number }[] };
type Line = { photo: Photo; seconds: number; blank: boolean };

const FILE = 'output/slideshow.gif';

const words = {
  en: {
    header: ['photo', 'seconds'],
    query: `Please make an animated GIF of our trip from the photos in ./data/photos. ./data/playlist.csv says in which order they come and for how many seconds each one stays; where the time is blank, the photo stays as long as the one before it. A photo may come more than once, and photos that are not on the list are left out. The GIF has ${FRAME.width} × ${FRAME.height} pixels and repeats forever. Every photo is shown the right way up, as a photo viewer shows it, and as large as fits without cutting anything off or distorting it, in the middle of a black frame.`,
    about: 'the slide show.',
  },
  zh: {
    header: ['照片', '秒数'],
    query: `请用 ./data/photos 里的照片给我们这次旅行做一个 GIF 动图。./data/playlist.csv 写明了照片的播放顺序和每张停留的秒数；秒数空着的，就和前一张停留一样久。同一张照片可能出现多次，没列在表里的照片不用。动图大小为 ${FRAME.width} × ${FRAME.height} 像素，无限循环。每张照片都要像在看图软件里那样正着显示，在不裁切、不变形的前提下尽量大，居中放在黑色画面上。`,
    about: '做好的动图。',
  },
};

export default defineTask<Truth>({
  level: 'medium',
  skills: ['animation', 'EXIF', 'resizing'],
  inputs: ['jpg', 'png', 'csv'],
  outputs: ['gif'],
  async generate(draw, { lang }) {
    const say = words[lang];
    const { photos, lines } = makeShow(draw);
    const files = await Promise.all(
      photos.map(async (photo) => [`photos/${photo.name}`, await stored(photo)] as const),
    );
    const rows = lines.map(({ photo, seconds, blank }) => [photo.name, blank ? '' : String(seconds)]);
    // Each photo is fitted once, however often it is shown.
    const fitted = new Map(photos.map((photo) => [photo.name, truthPicture(framed(photo.raster))]));
    return {
      files: { ...Object.fromEntries(files), 'playlist.csv': writeCsv([say.header, ...rows]) },
      query: say.query,
      outputs: { [FILE]: fileOutput({ en: words.en.about, zh: words.zh.about }) },
      truth: {
        shots: lines.map(({ photo, seconds }) => ({
          picture: fitted.get(photo.name) ?? '',
          ms: Math.round(seconds * 1000),
        })),
      },
    };
  },
  checks: ({ shots }) => [
    imageForm(FILE, { types: ['gif'], ...FRAME, loop: 0 }, `${FRAME.width} × ${FRAME.height}`),
    // Over 26 correct ways (filters of Pillow and OpenCV, palettes of 64 to 256 colours, ffmpeg's own, dithering) the worst
    // are 1.8 off in the mean and 14 in a tile, with edges alike to 0.97 and a sharpness of 0.87. Four pixels beside its place
    // a tile is 18 off or more; blocks of three pixels are alike to 0.93 and have no sharpness, nor has a blur of 1.5 pixels.
    imagePlays(
      FILE,
      shots,
      { times: 4, meanError: 3, tileError: 17, detail: { likeness: 0.95, sharpness: 0.7 } },
      'playlist.csv',
    ),
  ],
});

function makeShow(draw: Draw): { photos: Photo[]; lines: Line[] } {
  const count = draw.int(6, 7);
  const numbers = draw.sample(
    Array.from({ length: 60 }, (_, index) => index + 1),
    count + 1,
  );
  // One photo for each orientation; one more photo is not in the playlist.
  const holds = draw.shuffle([1, 3, 6, 8, 1, 6, 8, 3].slice(0, count + 1));
  const photos = draw.many(count + 1, (index) => {
    const orientation = holds[index] ?? 1;
    return makePhoto(draw.fork(`photo ${index}`), numbers[index] ?? 0, orientation);
  });
  const shown = photos.slice(0, count);
  const lines = liveTraps(
    draw,
    (again): Line[] => {
      const order = again.shuffle(shown);
      const repeated = again.sample(shown, 2);
      for (const photo of repeated) order.splice(again.int(0, order.length), 0, photo);
      return order.map((photo, index) => ({
        photo,
        seconds: again.int(3, 30) / 10,
        blank: index > 0 && again.chance(0.3),
      }));
    },
    {
      'sorted-names': (made) =>
        made.some(({ photo }, index) => index > 0 && photo.name < (made[index - 1]?.photo.name ?? '')),
      'blank-is-one': (made) =>
        made.filter(({ blank }) => blank).length >= 2 &&
        filled(made).some(({ blank, seconds }) => blank && Math.abs(seconds - 1) > 0.1),
      // The same photo twice in a row would be one shot.
      'one-shot': (made) => made.every(({ photo }, index) => photo !== made[index - 1]?.photo),
    },
  );
  return { photos, lines: filled(lines) };
}

function filled(lines: readonly Line[]): Line[] {
  let last = 0;
  return lines.map((line) => {
    last = line.blank ? last : line.seconds;
    return { ...line, seconds: last };
  });
}
