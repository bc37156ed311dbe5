// Text, tables, structured text and archives.
export { FormatProblem } from './problem.ts';
export { figureCaptureSchema, type FigureCapture } from './figure-capture.ts';
export { formatLimits } from './limits.ts';
export { readLines, readText, writeText, type Encoding, type TextStyle } from './text.ts';
export { tableOf, type Cell, type Table } from './table.ts';
export { readTable, tableEndings, type TableReading } from './read-table.ts';
export { writeTable } from './write-table.ts';
export { readCsv, writeCsv, type CsvReading, type CsvStyle } from './csv.ts';
export * from './spreadsheet.ts';
export * from './spreadsheet-write.ts';
export { drawnSheetsSchema, type DrawnSheet } from './drawn-workbook.ts';
export { readXlsxLooks, type XlsxLooks } from './xlsx-looks.ts';
export * from './sqlite.ts';
export { parseUntrusted, readJson, readJsonLines, writeJson, writeJsonLines, type JsonReading } from './json.ts';
export * from './gzip.ts';
export * from './zip.ts';
export * from './markup.ts';
export * from './xml.ts';
export * from './html.ts';
export * from './markdown.ts';
export * from './yaml.ts';
export * from './toml.ts';
export * from './ini.ts';
export * from './npy.ts';
export * from './notebook.ts';
export * from './mail.ts';
export * from './calendar.ts';
export * from './subtitles.ts';
export * from './geojson.ts';
export * from './gpx.ts';
export * from './bibtex.ts';

// Pictures, sound, film and documents.
export { calibrate, parseTickLabel, type AxisScale } from './axis-scale.ts';
export { paintCode, readCodes, writeCode, type Code } from './codes.ts';
export { readDocx, type DocxDocument, type DocxParagraph, type DocxTable, type DocxTextRun } from './docx.ts';
export { auditDocx, type DocxAudit } from './docx-audit.ts';
export { writeDocx, type DocxBlock, type DocxOptions, type DocxRun } from './docx-write.ts';
export { readFilm, type Film } from './film.ts';
export { writeFlac } from './flac.ts';
export { midiSeconds, readMidi, writeMidi, type Midi, type MidiNote, type MidiTrack } from './midi.ts';
export { readOdt, type OdtBlock } from './odt.ts';
export { writeMp3, writeOgg } from './packed-sound.ts';
export { contains } from './contains.ts';
export { hasOutline, readOutline, type Outline, type OutlineBlock } from './outline.ts';
export { drawPdfPage, readPdf, type PdfPage } from './pdf.ts';
export { readDrawnPages, type DrawnPage, type Glyph } from './pdf-glyphs.ts';
export { readPdfObjects, type PdfField, type PdfObjects, type PdfOutlineItem } from './pdf-objects.ts';
export { hasBytes, pdfContains, readPdfMatter, type PdfMatter } from './pdf-search.ts';
export { withPdfium, type GreyPixels, type PdfiumDocument, type PdfiumPage, type PdfLetter } from './pdfium.ts';
export { writePdf, type PdfBlock, type PdfOptions } from './pdf-write.ts';
export { drawPixels, drawPng, type DrawOptions } from './picture.ts';
export { writePng } from './png.ts';
export { detailOf, type Detail, type DetailOptions, type DetailTile } from './picture-detail.ts';
export * from './picture-measures.ts';
export { readPlotly, type PlotlyFigure, type PlotlyValue } from './plotly.ts';
export { readPptx, type Presentation, type Slide } from './pptx.ts';
export {
  pictureType,
  pictureTypes,
  readPicture,
  writeGif,
  writePicture,
  type Frame,
  type Picture,
  type PictureLimits,
  type PictureMode,
  type PictureType,
  type Pixels,
} from './raster.ts';
export {
  durationOf,
  monoOf,
  readSound,
  soundType,
  soundTypes,
  type Samples,
  type Sound,
  type SoundFile,
  type SoundType,
} from './sound.ts';
export * from './sound-measures.ts';
export {
  boxOf,
  parsePath,
  pointsOf,
  transformed,
  type Box,
  type Matrix,
  type Outline as PathOutline,
  type Point,
} from './svg-path.ts';
export { wedgeOf, type Wedge } from './svg-wedge.ts';
export { upright } from './upright.ts';
export { writeWav, type WavDepth } from './wav.ts';
