// Models: providers, and middleware around them.
export * from './model.ts';
export { parseModel, type ModelOptions } from './parse.ts';
export { providers, type Provider } from './providers.ts';
export { findKey, readEnvironment, type Environment } from './keys.ts';
