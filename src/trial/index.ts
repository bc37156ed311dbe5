// One trial: an agent works on an instance, and its work is graded.
export { gradeWork, submissionOf, type Gradable, type Grading } from './grade.ts';
export { MemoryRecord } from './memory-record.ts';
export type { Services } from './services.ts';
export { runTrial } from './trial.ts';
