// Pictures drawn as SVG by a generator and handed out as PNG, with a font of our own so that bytes do not depend on the machine.
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Resvg } from '@resvg/resvg-js';

const fonts = join(dirname(createRequire(import.meta.url).resolve('dejavu-fonts-ttf/package.json')), 'ttf');

/** Renders an SVG that we wrote ourselves. Never give it a file from outside: it has no size limit. */
export function drawPng(svg: string): Uint8Array {
  const image = new Resvg(svg, {
    font: {
      loadSystemFonts: false,
      fontFiles: [join(fonts, 'DejaVuSans.ttf'), join(fonts, 'DejaVuSans-Bold.ttf')],
      defaultFontFamily: 'DejaVu Sans',
    },
  });
  return image.render().asPng();
}
