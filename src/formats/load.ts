// Libraries that synchronous functions need, loaded on first use: graders start often, and each needs few of them.
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

export const fflate = () => require('fflate') as typeof import('fflate');
export const fastXml = () => require('fast-xml-parser') as typeof import('fast-xml-parser');
export const resvg = () => require('@resvg/resvg-js') as typeof import('@resvg/resvg-js');

export interface Fourier {
  createComplexArray(): number[];
  realTransform(out: number[], data: ArrayLike<number>): void;
  inverseTransform(out: number[], data: number[]): void;
  completeSpectrum(spectrum: number[]): void;
}

/** Its own types say nothing. */
export const fourier = (size: number) => new (require('fft.js') as new (size: number) => Fourier)(size);
