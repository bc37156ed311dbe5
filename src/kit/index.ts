// `pybench/kit`: the whole interface that tasks import. docs/kit.md is its reference.
export * from './define.ts';
export { renderQuery } from './render.ts';
export { differs, liveTraps, type Traps } from './traps.ts';
export { distinct } from './distinct.ts';

// The generators for the contents of instances, by group.
export * as codes from './codes.ts';
export * as learn from './learn.ts';
export * as documents from './documents/index.ts';
export * as messy from './messy/index.ts';
export * as people from './people/index.ts';
export * as places from './places/index.ts';
export * as prose from './prose/index.ts';
export * as scene from './scene/index.ts';
export * as sound from './sound/index.ts';
export * as trade from './trade/index.ts';

export {
  amounts,
  dates,
  Draw,
  names,
  texts,
  type AnswerSchema,
  type InstanceContent,
  type Json,
  type Language,
  type Outputs,
  type Text,
} from '../core/index.ts';
export { renderPixels, scenePixels, shrunk, renderPng } from './scene/render.ts';
export type { SceneRaster } from './scene/raster.ts';
export {
  drawPng,
  paintCode,
  writeBib,
  writeCalendar,
  writeCode,
  writeCsv,
  writeDocx,
  writeFlac,
  writeGeoJson,
  writeGif,
  writeGpx,
  writeGzip,
  writeIni,
  writeJson,
  writeJsonLines,
  writeMail,
  writeMidi,
  writeMp3,
  writeNotebook,
  writeNpy,
  writeNpz,
  writeOds,
  writeOgg,
  writePdf,
  writePicture,
  writeSqlite,
  writeSrt,
  writeText,
  writeToml,
  writeWav,
  writeXlsx,
  writeXml,
  writeYaml,
  writeZip,
} from '../formats/index.ts';
// The builders of checks; src/verify/kinds lists them by kind.
export * from '../verify/kinds/index.ts';
export { truthExcerpts, truthLevels, truthPicture, truthSound } from './truths.ts';
