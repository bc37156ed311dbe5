export { answerEquals } from './kinds/answer/answer.ts';
export { answerSolves, fileSolves } from './kinds/certificate/certificate.ts';
export {
  audioExcerpts,
  audioForm,
  audioLevels,
  audioLike,
  audioPeak,
  audioSegments,
  audioTones,
} from './kinds/audio/check.ts';
export { checkSchema, evaluate, type Check } from './check.ts';
export {
  imageCodes,
  imageDetail,
  imageForm,
  imageLike,
  imageMask,
  imagePlays,
  imageRegions,
} from './kinds/image/check.ts';
export { figureShows, type FigureContent } from './kinds/figure/check.ts';
export type { Execution, Material } from './material.ts';
export { predictionsReach, type Goal } from './kinds/predictions/predictions.ts';
export { barBetween, measure, metrics, type MetricName, type Predicted } from './kinds/predictions/metrics.ts';
export { programPasses, toolPasses, type ProgramCase } from './kinds/program/program.ts';
export type { ExpectedContent, ToolCase } from './kinds/program/tool.ts';
export * from './kinds/certificate/provers/index.ts';
export { documentHas, type DocumentWish } from './kinds/document/check.ts';
export { tableEquals, toleranceAt } from './kinds/table/table.ts';
export { compareScalar, compareValue, readCell, type Tolerance } from './values.ts';
export { webPasses, type WebStep } from './kinds/web/index.ts';
export { verify, verifyUntilFailure, type Submission } from './verify.ts';
export { openVerifier, type Verifier } from './verifier.ts';
export { workbookHas, type CellWish, type WorkbookWishes } from './kinds/workbook/workbook.ts';
