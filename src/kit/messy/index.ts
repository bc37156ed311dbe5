// Messy data with its meaning: every helper gives what was written and what it stands for.
export { writtenColumn, type WrittenCell } from './written.ts';
export * from './text.ts';
export * from './days.ts';
export * from './amounts.ts';
export * from './rows.ts';
