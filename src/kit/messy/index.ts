// Messy data with its true values: every helper returns the written text and the value that it represents.
export { writtenColumn, type WrittenCell } from './written.ts';
export * from './text.ts';
export * from './days.ts';
export * from './amounts.ts';
export * from './rows.ts';
