// The model that `-m` names, with what makes it fit for a run around it.
import { parseModel, stackModel, type Model } from '../model/index.ts';
import { tell } from './print.ts';

export function openModel(name: string, baseUrl: string | undefined): Model {
  return stackModel(parseModel(name, { warn: tell, ...(baseUrl === undefined ? {} : { baseUrl }) })).model;
}
