// Sounds: signals, voices and keys, laid out in time with the times kept.
export {
  chirp,
  chord,
  click,
  faded,
  fromDecibels,
  pinkNoise,
  rms,
  silence,
  toDecibels,
  tone,
  whiteNoise,
  withLevel,
  type Samples,
  type ToneOptions,
} from './signal.ts';
export * from './timeline.ts';
export * from './voices.ts';
