export { FormatProblem } from './problem.ts';
export { readCsv, writeCsv, type CsvStyle, type Table } from './csv.ts';
export { figureCaptureSchema, type FigureCapture } from './figure-capture.ts';
export { drawPng } from './picture.ts';
export { writeWav } from './wav.ts';
