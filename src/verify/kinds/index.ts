// The builders of checks, by kind. The verifier of a task is written with them.
export { answerEquals } from './answer/kind.ts';
export {
  audioExcerpts,
  audioForm,
  audioLevels,
  audioLike,
  audioPeak,
  audioSegments,
  audioTones,
} from './audio/kind.ts';
export { answerSolves, fileSolves } from './certificate/kind.ts';
export {
  bestAssignment,
  bestKnapsack,
  bestRoute,
  clock,
  fewestColours,
  isPrime,
  knapsackValue,
  type AssignmentProblem,
  type Colouring,
  type Knapsack,
  type Route,
} from './certificate/provers/index.ts';
export { documentHas, type DocumentRequirement } from './document/kind.ts';
export { figureShows, type FigureContent } from './figure/kind.ts';
export { imageCodes, imageDetail, imageForm, imageLike, imageMask, imagePlays, imageRegions } from './image/kind.ts';
export { predictionsReach, type Goal } from './predictions/kind.ts';
export { barBetween, measure, type Predicted } from './predictions/metrics.ts';
export type { ProgramCase, ToolCase } from './program/cases.ts';
export { programPasses, toolPasses } from './program/kind.ts';
export { tableEquals } from './table/kind.ts';
export { webPasses } from './web/kind.ts';
export type { WebStep } from './web/script.ts';
export { workbookHas } from './workbook/kind.ts';
export type { Check } from './registry.ts';
