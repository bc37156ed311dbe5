export { FormatProblem } from './problem.ts';
export { readCsv, writeCsv, type CsvStyle, type Table } from './csv.ts';
export { drawPng } from './picture.ts';
export { writeWav } from './wav.ts';
