// Evaluates a check of kind `certificate`: reads the solution and passes it to its prover.
import { extname } from 'node:path';
import type { Json } from '../../../core/index.ts';
import { FormatProblem, readJson } from '../../../formats/index.ts';
import { cannotRead, fail, pass, type CheckFinding, type Material } from '../../material.ts';
import { readAnswer } from '../answer/evaluate.ts';
import { readAskedRows } from '../table/asked-rows.ts';
import type { CertificateCheck } from './kind.ts';
import { prove } from './provers/index.ts';

export async function evaluateCertificate(check: CertificateCheck, material: Material): Promise<CheckFinding> {
  const where = check.field ?? check.file ?? '';
  try {
    const proved = prove(check.problem, await claimOf(check, material));
    if ('flaw' in proved)
      return fail(`${where}: ${proved.flaw}`, {
        evidence: { flaw: proved.flaw, at: [...(proved.at ?? [])].slice(0, 50) },
      });
    const { value, best, of } = proved;
    const more = { expected: best, actual: value };
    if (Math.abs(value - best) <= 1e-9 * Math.max(1, Math.abs(best)))
      return pass(`${where}: valid, and its ${of} of ${value} is the best there is`, more);
    return fail(`${where}: valid, but its ${of} is ${value}, and ${best} is possible`, more);
  } catch (error) {
    if (error instanceof FormatProblem) return cannotRead(where, error, check.file ? 'broken' : 'malformed');
    throw error;
  }
}

async function claimOf({ name, field, file, columns = {} }: CertificateCheck, material: Material): Promise<Json> {
  if (field !== undefined) {
    const read = readAnswer(field, material);
    if ('problem' in read) throw new FormatProblem(read.problem);
    return read.value;
  }
  if (file === undefined) throw new Error('a certificate needs a field or a file to look at');
  if (material.outputs[file]?.type === 'table') {
    const { rows } = await readAskedRows(name, file, material);
    return rows.map((row) => byRole(row, columns));
  }
  const bytes = material.files.get(file);
  if (!bytes) throw new FormatProblem('the file is missing');
  if (extname(file) !== '.json') throw new Error(`${file} is neither a table nor JSON`);
  const value = readJson(bytes);
  return Array.isArray(value) ? value.map((each) => (isObject(each) ? byRole(each, columns) : each)) : value;
}

const isObject = (value: Json): value is { [name: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Adds the values of renamed columns to the record under the names that the prover uses. */
function byRole(record: Readonly<Record<string, Json>>, columns: Readonly<Record<string, string>>) {
  const roles = Object.entries(columns).map(([role, column]): [string, Json] => [role, record[column] ?? null]);
  return { ...record, ...Object.fromEntries(roles) };
}
