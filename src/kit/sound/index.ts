// Sounds: signals, voices and telephone keys, and timelines that record when each one starts and ends.
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
