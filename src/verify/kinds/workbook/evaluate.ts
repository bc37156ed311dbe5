// Evaluates a check of kind `workbook`: sheets by name, and cells as a person sees them.
import { FormatProblem, type Cell } from '../../../formats/index.ts';
import { cannotRead, fail, pass, type CheckFinding, type Material } from '../../material.ts';
import { agreeing } from '../../seen/shown-number.ts';
import { seenWorkbook, type SeenCell, type SeenSheet } from '../../seen/workbook.ts';
import { fold, show } from '../../values.ts';
import type { CellRequirement, WorkbookCheck } from './kind.ts';

const MAX_EVIDENCE = 50;

export async function evaluateWorkbook(check: WorkbookCheck, { files, executions }: Material): Promise<CheckFinding> {
  const bytes = files.get(check.file);
  if (!bytes) return fail(`${check.file} is missing`);
  try {
    const sheets = await seenWorkbook(executions.get(check.name), check.file, bytes);
    const problems = [...sheetProblems(check, sheets), ...cellProblems(check, sheets)];
    const [first] = problems;
    if (!first) return pass(`${check.file} is as asked`);
    const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : '';
    return fail(`${check.file}: ${first.problem}${more}`, { evidence: { cells: problems.slice(0, MAX_EVIDENCE) } });
  } catch (error) {
    if (error instanceof FormatProblem) return cannotRead(check.file, error);
    throw error;
  }
}

interface Problem {
  readonly [key: string]: string;
  readonly problem: string;
}

function sheetProblems({ sheets: shown, hidden = [] }: WorkbookCheck, given: readonly SeenSheet[]): Problem[] {
  const names = given.filter((sheet) => sheet.visible).map(({ name }) => name);
  const wrong = shown !== undefined && names.map(fold).join('\n') !== shown.map(fold).join('\n');
  return [
    ...(wrong ? [{ problem: `the sheets are ${show(names)} instead of ${show(shown)}` }] : []),
    ...hidden
      .filter((name) => !given.some((sheet) => !sheet.visible && fold(sheet.name) === fold(name)))
      .map((name) => ({ sheet: name, problem: `there is no hidden sheet "${name}"` })),
  ];
}

function cellProblems({ cells = {} }: WorkbookCheck, given: readonly SeenSheet[]): Problem[] {
  return Object.entries(cells).flatMap(([name, requirements]): Problem[] => {
    const sheet = given.find((each) => fold(each.name) === fold(name));
    if (!sheet) return [{ sheet: name, problem: `there is no sheet "${name}"` }];
    return Object.entries(requirements).flatMap(([place, requirement]) => {
      const found = cellsAt(sheet, place);
      if (found.length === 0) return [{ sheet: name, problem: `"${name}" has nothing in its ${place}` }];
      return found.flatMap((cell): Problem[] => {
        const problem = problemOf(requirement, cell);
        const { address } = cell;
        return problem === undefined ? [] : [{ sheet: name, cell: address, problem: `${name}!${address} ${problem}` }];
      });
    });
  });
}

function cellsAt({ cells }: SeenSheet, place: string): SeenCell[] {
  if (!place.includes(' ')) return [cells.find(({ address }) => address === place) ?? emptyCell(place)];
  const filled = cells.filter(({ value, formula }) => value !== null || formula !== undefined);
  const [top, bottom] = [filled[0]?.row, filled.at(-1)?.row];
  if (!place.startsWith('column ')) return filled.filter(({ row }) => row === (place === 'first row' ? top : bottom));
  const header = fold(place.slice('column '.length));
  const named = filled.filter(({ row, value }) => row === top && fold(String(value)) === header);
  return filled.filter(({ row, column }) => row !== top && named.some((each) => each.column === column));
}

const emptyCell = (address: string): SeenCell => ({
  row: -1,
  column: -1,
  address,
  value: null,
  shown: '',
  bold: false,
  italic: false,
  ground: '#FFFFFF',
});

function problemOf(requirement: CellRequirement, cell: SeenCell): string | undefined {
  if (cell.problem !== undefined) return cell.problem;
  if (requirement.formula !== undefined && !usesFunction(cell.formula, requirement.formula))
    return `should hold a formula${requirement.formula && ` with ${requirement.formula}`}, but holds ${cell.formula === undefined ? show(cell.value) : cell.formula.slice(0, 60)}`;
  if (requirement.value !== undefined && !sameValue(requirement, requirement.value, cell.value))
    return `should be ${show(requirement.value)}, but is ${show(cell.value)}`;
  const number = typeof cell.value === 'number' ? agreeing(cell.shown, cell.value) : undefined;
  if (requirement.decimals !== undefined && number?.decimals !== requirement.decimals)
    return `should show ${requirement.decimals} decimals, but shows ${show(cell.shown)}`;
  if (requirement.percent !== undefined && (number?.percent ?? false) !== requirement.percent)
    return `should ${requirement.percent ? '' : 'not '}be shown as a percentage, but shows ${show(cell.shown)}`;
  for (const look of ['bold', 'italic'] as const)
    if (requirement[look] !== undefined && cell[look] !== requirement[look])
      return `should ${requirement[look] ? '' : 'not '}be ${look}`;
  if (requirement.fill === true && cell.ground === '#FFFFFF') return 'should have a background colour';
  if (typeof requirement.fill === 'string' && cell.ground !== requirement.fill.toUpperCase())
    return `should have the background ${requirement.fill}, but has ${cell.ground}`;
  return undefined;
}

function sameValue({ tolerance }: CellRequirement, expected: Cell, actual: Cell): boolean {
  if (typeof expected === 'number') {
    const room = tolerance
      ? Math.max(tolerance.absolute ?? 0, (tolerance.relative ?? 0) * Math.abs(expected))
      : 1e-9 * Math.abs(expected);
    return typeof actual === 'number' && Math.abs(actual - expected) <= room;
  }
  if (typeof expected === 'boolean') return actual === expected;
  return fold(String(actual ?? '')) === fold(expected ?? '');
}

/** Whether the formula calls the function. Newer functions are stored with the prefix `_xlfn.`. */
function usesFunction(formula: string | undefined, name: string): boolean {
  if (formula === undefined) return false;
  return name === '' || new RegExp(`(?<![\\w.])(_xlfn\\.)?${name.replaceAll('.', '\\.')}\\s*\\(`, 'i').test(formula);
}
