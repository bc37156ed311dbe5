// Models: providers, and middleware around them.
export * from './model.ts';
