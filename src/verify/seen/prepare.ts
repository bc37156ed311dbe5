// Draws workbooks before grading, each file once for all of its checks.
import { extname } from 'node:path';
import type { Renderer } from '../../render/index.ts';
import type { CertificateCheck } from '../kinds/certificate/kind.ts';
import type { PredictionsCheck } from '../kinds/predictions/kind.ts';
import type { TableCheck } from '../kinds/table/kind.ts';
import type { WorkbookCheck } from '../kinds/workbook/kind.ts';
import type { Execution, Material } from '../material.ts';
import { isWorkbook } from './table.ts';

type ReadsSheets = WorkbookCheck | TableCheck | PredictionsCheck | CertificateCheck;

export async function drawWorkbooks(
  checks: readonly ReadsSheets[],
  { files, outputs }: Pick<Material, 'files' | 'outputs'>,
  { renderer }: { readonly renderer: Renderer },
): Promise<Map<string, Execution>> {
  const byFile = new Map<string, ReadsSheets[]>();
  for (const check of checks) {
    const { file } = check;
    if (file === undefined || !isWorkbook(file)) continue;
    byFile.set(file, [...(byFile.get(file) ?? []), check]);
  }
  const executions = new Map<string, Execution>();
  for (const [file, looking] of byFile) {
    const bytes = files.get(file);
    if (!bytes) continue;
    const spec = outputs[file];
    const asked = spec?.type === 'table' ? (spec.sheet ?? '') : '';
    const sheets = looking.flatMap((check) => (check.kind === 'workbook' ? Object.keys(check.cells ?? {}) : [asked]));
    const drawing = await drawWorkbook(file, bytes, [...new Set(sheets)], renderer);
    for (const { name } of looking) executions.set(name, drawing);
  }
  return executions;
}

/** A workbook that cannot be drawn fails its checks, because the agent is the cause. */
async function drawWorkbook(
  file: string,
  bytes: Uint8Array,
  sheets: readonly string[],
  renderer: Renderer,
): Promise<Execution> {
  const rendered = await renderer.renderOffice({ bytes, ending: extname(file).toLowerCase(), wanted: [], sheets });
  if ('problem' in rendered) return { fault: rendered.problem };
  if (!rendered.sheets) return { fault: 'it is not a workbook' };
  return { result: JSON.stringify({ sheets: rendered.sheets }), files: rendered.files };
}
