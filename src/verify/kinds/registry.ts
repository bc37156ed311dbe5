// All kinds of checks. A new kind is a folder beside this file, one entry here, and its builders in index.ts.
import { z } from 'zod';
import { answerKind } from './answer/kind.ts';
import { audioKind } from './audio/kind.ts';
import { certificateKind } from './certificate/kind.ts';
import { documentKind } from './document/kind.ts';
import { figureKind } from './figure/kind.ts';
import { imageKind } from './image/kind.ts';
import { predictionsKind } from './predictions/kind.ts';
import { programKind } from './program/kind.ts';
import { tableKind } from './table/kind.ts';
import { webKind } from './web/kind.ts';
import { workbookKind } from './workbook/kind.ts';

export const checkKinds = [
  answerKind,
  audioKind,
  certificateKind,
  documentKind,
  figureKind,
  imageKind,
  predictionsKind,
  programKind,
  tableKind,
  webKind,
  workbookKind,
] as const;

type SchemasOf<Kinds extends readonly { readonly schema: unknown }[]> = {
  [Index in keyof Kinds]: Kinds[Index]['schema'];
};

export const checkSchema = z.discriminatedUnion(
  'kind',
  checkKinds.map(({ schema }) => schema) as unknown as SchemasOf<typeof checkKinds>,
);
export type Check = z.infer<typeof checkSchema>;

/** The kind with this name, or the kind that had this name in an earlier version. */
export function kindNamed(name: string): (typeof checkKinds)[number] | undefined {
  return checkKinds.find(({ kind, earlierNames }) => kind === name || earlierNames?.includes(name));
}
