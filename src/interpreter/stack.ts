// The parts of a run's lock that describe an image.
import { recordedManifest, type Image } from '../../setup/image-store.mjs';
import type { PythonStack } from './interpreter.ts';

export function describeImage({ manifest: { name, list, digest } }: Image): NonNullable<PythonStack['image']> {
  return { list, manifest: digest, asRecorded: recordedManifest(name)?.digest === digest };
}
