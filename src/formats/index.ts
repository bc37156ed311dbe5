export { FormatProblem } from './problem.ts';
export { readCsv, writeCsv, type CsvStyle, type Table } from './csv.ts';
export { figureCaptureSchema, type FigureCapture } from './figure-capture.ts';
export { drawPixels, drawPng, type Pixels } from './picture.ts';
export { writePng } from './png.ts';
export { writeWav } from './wav.ts';
