// Prints documents with LibreOffice. This happens outside the grader, which gets the PDF.
import { extname } from 'node:path';
import type { Renderer } from '../../../render/index.ts';
import type { Execution, Material } from '../../material.ts';
import type { DocumentCheck } from './kind.ts';

/** Prints the documents of checks with `allText`, each file once. */
export async function printDocuments(
  checks: readonly DocumentCheck[],
  { files }: Pick<Material, 'files'>,
  { renderer }: { readonly renderer: Renderer },
): Promise<ReadonlyMap<string, Execution>> {
  const printed = new Map<string, Execution>();
  const byFile = new Map<string, Execution>();
  for (const check of checks) {
    if (!check.has.some((requirement) => 'allText' in requirement)) continue;
    const bytes = files.get(check.file);
    if (!bytes) continue;
    const execution = byFile.get(check.file) ?? (await print(bytes, extname(check.file), renderer));
    byFile.set(check.file, execution);
    printed.set(check.name, execution);
  }
  return printed;
}

async function print(bytes: Uint8Array, ending: string, renderer: Renderer): Promise<Execution> {
  const rendered = await renderer.renderOffice({ bytes, ending, wanted: ['pdf'] });
  if ('problem' in rendered) return { fault: rendered.problem };
  return { result: '', files: rendered.files };
}
