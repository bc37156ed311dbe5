// Text, tables, structured text and archives.
export { FormatProblem } from './problem.ts';
export { figureCaptureSchema, type FigureCapture } from './charts/figure-capture.ts';
export { formatLimits } from './limits.ts';
export { readLines, readText, writeText, type Encoding } from './text/text.ts';
export { tableOf, type Cell, type Table } from './tables/table.ts';
export { readTable, tableEndings } from './tables/read-table.ts';
export { writeTable } from './tables/write-table.ts';
export { readCsv, writeCsv, type CsvStyle } from './tables/csv.ts';
export * from './tables/spreadsheet.ts';
export * from './tables/spreadsheet-write.ts';
export { drawnSheetsSchema, type DrawnSheet } from './tables/drawn-workbook.ts';
export { readXlsxLooks, type XlsxLooks } from './tables/xlsx-looks.ts';
export * from './tables/sqlite.ts';
export { parseUntrusted, readJson, readJsonLines, writeJson, writeJsonLines } from './text/json.ts';
export * from './archives/gzip.ts';
export * from './archives/zip.ts';
export * from './text/markup.ts';
export * from './text/xml.ts';
export * from './text/html.ts';
export * from './text/markdown.ts';
export * from './text/yaml.ts';
export * from './text/toml.ts';
export * from './text/ini.ts';
export * from './tables/npy.ts';
export * from './text/notebook.ts';
export * from './text/mail.ts';
export * from './text/calendar.ts';
export * from './text/subtitles.ts';
export * from './text/geojson.ts';
export * from './text/gpx.ts';
export * from './text/bibtex.ts';

// Pictures, sound, film and documents.
export { calibrate, parseTickLabel, type AxisScale } from './charts/axis-scale.ts';
export { paintCode, readCodes, writeCode } from './pictures/codes.ts';
export { readDocx } from './documents/docx.ts';
export { auditDocx } from './documents/docx-audit.ts';
export { writeDocx } from './documents/docx-write.ts';
export { readFilm } from './pictures/film.ts';
export { writeFlac } from './sound/flac.ts';
export { readMidi, writeMidi } from './sound/midi.ts';
export { readOdt } from './documents/odt.ts';
export { writeMp3, writeOgg } from './sound/packed-sound.ts';
export { contains } from './documents/contains.ts';
export { readOutline, type Outline, type OutlineBlock } from './documents/outline.ts';
export { drawPdfPage, readPdf } from './documents/pdf.ts';
export { readDrawnPages, type DrawnPage, type Glyph } from './documents/pdf-glyphs.ts';
export { readPdfObjects } from './documents/pdf-objects.ts';
export { hasBytes, pdfContains, readPdfMatter } from './documents/pdf-search.ts';
export { withPdfium, type GreyPixels, type PdfiumPage, type PdfLetter } from './documents/pdfium.ts';
export { writePdf } from './documents/pdf-write.ts';
export { drawPixels, drawPng } from './pictures/picture.ts';
export { writePng } from './pictures/png.ts';
export { detailOf } from './pictures/picture-detail.ts';
export * from './pictures/picture-measures.ts';
export { readPlotly, type PlotlyFigure, type PlotlyValue } from './charts/plotly.ts';
export { readPptx } from './documents/pptx.ts';
export {
  pictureType,
  readPicture,
  writeGif,
  writePicture,
  type Picture,
  type PictureType,
  type Pixels,
} from './pictures/raster.ts';
export { durationOf, monoOf, readSound, type SoundSamples, type SoundFile, type SoundType } from './sound/sound.ts';
export * from './sound/sound-measures.ts';
export {
  boxOf,
  parsePath,
  pointsOf,
  transformed,
  type PathBox,
  type Matrix,
  type ShapeOutline as PathOutline,
  type PathPoint,
} from './charts/svg-path.ts';
export { wedgeOf } from './charts/svg-wedge.ts';
export { upright } from './pictures/upright.ts';
export { writeWav } from './sound/wav.ts';
