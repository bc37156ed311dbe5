// The fonts of generated pictures and documents: DejaVu for Latin, a subset of Noto Sans SC for Chinese.
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { packageRoot } from '../../../setup/root.mjs';

const dejaVu = join(dirname(createRequire(import.meta.url).resolve('dejavu-fonts-ttf/package.json')), 'ttf');

export const fonts = {
  regular: join(dejaVu, 'DejaVuSans.ttf'),
  bold: join(dejaVu, 'DejaVuSans-Bold.ttf'),
  mono: join(dejaVu, 'DejaVuSansMono.ttf'),
  chinese: join(packageRoot, 'fonts', 'NotoSansSC.ttf'),
} as const;

/** Characters that DejaVu lacks: Chinese characters, their punctuation and full-width forms. */
export const needsChinese = (text: string) => /[\u3000-\u303f\u3400-\u9fff\uf900-\ufaff\uff00-\uffef]/.test(text);

/** The Chinese font loads slowly, so it is loaded only for texts that need it. */
export const fontFiles = (text: string): string[] => [
  fonts.regular,
  fonts.bold,
  ...(needsChinese(text) || text.includes('Noto Sans SC') ? [fonts.chinese] : []),
];
