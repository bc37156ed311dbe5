// The checks of a task.yaml: fills in optional keys and validates what the schemas cannot.
import { z } from 'zod';
import { outputSpecSchema, Problem, reasonOf, type Column, type Json, type Language } from '../../core/index.ts';
import { checkSchema, compareScalar, compareValue, kindNamed, type Check } from '../../verify/index.ts';
import type { Complaint } from './document.ts';
import type { TaskFiles } from './files.ts';
import { keysOf, suggest } from './schema.ts';
import type { YamlTask } from './task.ts';

/** Adds `name` and `cites` where they follow from the check, and reads `<key>_from: file` into `<key>`. */
export function fillCheck(
  given: unknown,
  outputs: unknown,
  files: TaskFiles,
): { check: unknown; complaints: Complaint[] } {
  if (given === null || typeof given !== 'object' || Array.isArray(given)) return { check: given, complaints: [] };
  const check: Record<string, unknown> = { ...given };
  const complaints: Complaint[] = [];
  const kind = typeof check['kind'] === 'string' ? kindNamed(check['kind'])?.kind : undefined;
  if (kind !== undefined && kind !== check['kind']) {
    complaints.push({ path: ['kind'], message: `the kind "${String(check['kind'])}" is called "${kind}" now` });
    check['kind'] = kind;
  }
  const known = keysOf(variantOf(check['kind']));
  for (const [key, path] of Object.entries(given)) {
    const target = key.slice(0, -'_from'.length);
    if (!key.endsWith('_from') || !known.includes(target)) continue;
    delete check[key];
    try {
      if (target in given) throw new Problem(`cannot be used together with ${target}`);
      if (typeof path !== 'string') throw new Problem('must be the path of a file in the folder');
      check[target] = files.readValue(path, columnsOf(outputs, check['file']));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      complaints.push({ path: [key], message: error.message });
      check[target] = [];
    }
  }
  const about = check['field'] ?? check['file'];
  if (typeof about === 'string') {
    check['name'] ??= `${String(check['kind'])} ${about}`;
    check['cites'] ??= check['field'] === undefined ? about : `\`${about}\``;
  }
  return { check, complaints };
}

/** Validates what the schema cannot: whether a check fits the requests of the query. */
export function checkComplaints(task: YamlTask, queries: Partial<Record<Language, string>>): Complaint[] {
  const names = task.checks.map(({ name }) => name);
  return task.checks.flatMap((check, index): Complaint[] => {
    const at = (path: PropertyKey[], message: string): Complaint => ({ path: ['checks', index, ...path], message });
    const uncited = Object.entries(queries)
      .filter(([, query]) => !query.includes(check.cites))
      .map(([lang]) => at(['cites'], `"${check.cites}" does not occur in the query (${lang})`));
    const twice =
      names.indexOf(check.name) < index ? [at(['name'], `another check is called "${check.name}" too`)] : [];
    const wrong = unfit(task, check).map((each) => ({ ...each, path: ['checks', index, ...each.path] }));
    return wrong.length > 0 ? wrong : [...uncited, ...twice];
  });
}

function unfit({ answer = {}, outputs = {} }: YamlTask, check: Check): Complaint[] {
  if (check.kind === 'answer') {
    const type = answer[check.field]?.value;
    if (!type)
      return [
        {
          path: ['field'],
          message: `the answer has no "${check.field}"; ${suggest(check.field, Object.keys(answer))}`,
        },
      ];
    const problem = selfComparison(() => compareValue(type, check.expected, check.expected));
    return problem ? [{ path: ['expected'], message: problem }] : [];
  }
  // A check of a file, of any kind, must be about a file that the query asks for.
  const { file } = check as { readonly file?: unknown };
  if (typeof file === 'string' && !Object.hasOwn(outputs, file)) {
    return [{ path: ['file'], message: `outputs has no "${file}"; ${suggest(file, Object.keys(outputs))}` }];
  }
  if (check.kind !== 'table') return [];
  const columns = columnsOf(outputs, check.file);
  if (!columns) return [{ path: ['file'], message: `the output "${check.file}" is not of type table` }];
  return check.rows.flatMap((row, index) =>
    rowComplaints(columns, row).map((each) => ({ ...each, path: ['rows', index, ...each.path] })),
  );
}

function rowComplaints(columns: Readonly<Record<string, Column>>, row: Readonly<Record<string, Json>>): Complaint[] {
  return Object.entries(row).flatMap(([name, cell]): Complaint[] => {
    const type = columns[name]?.value;
    if (!type)
      return [{ path: [name], message: `is not a column; ${suggest(name, Object.keys(columns))}`, atKey: true }];
    const problem = cell === null ? undefined : selfComparison(() => compareScalar(type, cell, cell));
    return problem ? [{ path: [name], message: problem }] : [];
  });
}

/** Comparing the expected value with itself fails if it has the wrong type. */
function selfComparison(compare: () => string | undefined): string | undefined {
  try {
    return compare();
  } catch (error) {
    return reasonOf(error);
  }
}

function columnsOf(outputs: unknown, file: unknown): Readonly<Record<string, Column>> | undefined {
  const spec = outputSpecSchema.safeParse((outputs as Record<string, unknown> | null | undefined)?.[String(file)]);
  return spec.data?.type === 'table' ? spec.data.columns : undefined;
}

function variantOf(kind: unknown): z.ZodType {
  const variant = checkSchema.options.find((option) => option.shape.kind.value === kind);
  return variant ?? z.object({});
}
