// The model that `-m` names.
import { Problem } from '../core/index.ts';
import type { Model } from '../model/index.ts';

export function openModel(name: string): Model {
  throw new Problem(`the model "${name}" cannot be opened: this version has no providers yet`);
}
