// Pictures drawn as SVG by a generator and handed out as PNG, with a font of our own so that bytes do not depend on the machine.
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Resvg } from '@resvg/resvg-js';

const fonts = join(dirname(createRequire(import.meta.url).resolve('dejavu-fonts-ttf/package.json')), 'ttf');

/** Eight bits of red, green, blue and opacity for every pixel, row by row from the top. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray;
}

/** Renders an SVG that we wrote ourselves. Never give it a file from outside: it has no size limit. */
export function drawPng(svg: string): Uint8Array {
  return render(svg).asPng();
}

/** The same picture as pixels, to be worked on before it is written. */
export function drawPixels(svg: string): Pixels {
  const { width, height, pixels } = render(svg);
  return { width, height, data: new Uint8ClampedArray(pixels) };
}

function render(svg: string) {
  const image = new Resvg(svg, {
    font: {
      loadSystemFonts: false,
      fontFiles: [join(fonts, 'DejaVuSans.ttf'), join(fonts, 'DejaVuSans-Bold.ttf')],
      defaultFontFamily: 'DejaVu Sans',
    },
  });
  return image.render();
}
