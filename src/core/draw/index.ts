// Seeded randomness for generators: numbers, dates, names, texts.
export { Draw } from './draw.ts';
export * as names from './names.ts';
export * as dates from './dates.ts';
export * as amounts from './amounts.ts';
export * as texts from './texts.ts';
