// Lints the Python side: pyright checks types, ruff checks style and format. Both run offline and need no Python.
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { PositionEncoding, Workspace } from '@astral-sh/ruff-wasm-nodejs';
import { packageRoot } from './root.mjs';

/** @typedef {{ file: string, line: number, column: number, message: string }} Finding */

const LINE_LENGTH = 128;
/** The oldest Python that may run our code: that of a machine without an image. */
const VERSION = 'py311';

const ours = {
  folders: ['python', 'bench'],
  format: true,
  select: ['E', 'F', 'W', 'I', 'B', 'C4', 'PIE', 'PERF', 'RET', 'RUF', 'SIM', 'UP'],
  // RUF001-003: text and comments contain Chinese. SIM105: contextlib is not imported where a fork counts.
  // B905: zip() of unequal lengths is meant in places. RET503: functions return None implicitly here.
  ignore: ['B905', 'E501', 'RET503', 'RUF001', 'RUF002', 'RUF003', 'SIM105'],
};

/** Programs of tasks are written like notebooks: a cell may end with an expression, imports stand where they are used. */
const programs = {
  folders: ['tasks', 'templates'],
  format: false,
  select: ['B', 'E9', 'F', 'PLE'],
  ignore: ['B007', 'B018', 'B023', 'B905'],
};

const findings = [...(await pyright()), ...ruff(ours), ...ruff(programs)];
for (const { file, line, column, message } of findings) process.stdout.write(`${file}:${line}:${column}: ${message}\n`);
if (findings.length > 0) {
  process.stderr.write(`${findings.length} ${findings.length === 1 ? 'finding' : 'findings'} in Python files\n`);
  process.exitCode = 1;
}

/** @param {{ folders: string[], format: boolean, select: string[], ignore: string[] }} rules @returns {Finding[]} */
function ruff({ folders, format, select, ignore }) {
  const settings = { 'line-length': LINE_LENGTH, 'target-version': VERSION, lint: { select, ignore } };
  const workspace = new Workspace(settings, PositionEncoding.Utf16);
  return folders.flatMap(pythonFiles).flatMap((file) => {
    const text = readFileSync(join(packageRoot, file), 'utf8');
    /** @type {import('@astral-sh/ruff-wasm-nodejs').Diagnostic[]} */
    const diagnostics = workspace.check(text);
    const found = diagnostics.map(({ code, message, start_location: { row, column } }) => ({
      file,
      line: row,
      column,
      message: code ? `${message} (${code})` : message,
    }));
    return format && found.length === 0 ? [...found, ...formatFinding(file, text, workspace.format(text))] : found;
  });
}

/** @param {string} file @param {string} text @param {string} formatted @returns {Finding[]} */
function formatFinding(file, text, formatted) {
  if (text === formatted) return [];
  if (process.argv.includes('--fix')) {
    writeFileSync(join(packageRoot, file), formatted);
    return [];
  }
  const wanted = formatted.split('\n');
  const line = text.split('\n').findIndex((each, index) => each !== wanted[index]) + 1;
  return [{ file, line, column: 1, message: 'is not formatted: "npm run lint:python -- --fix" formats it' }];
}

/** @param {string} folder @returns {string[]} */
function pythonFiles(folder) {
  return readdirSync(join(packageRoot, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.py'))
    .map((name) => join(folder, name))
    .toSorted();
}

/**
 * Its settings are in pyrightconfig.json. It gets no PATH: the Python of this machine and its packages must not decide what
 * it finds.
 * @returns {Promise<Finding[]>}
 */
async function pyright() {
  const require = createRequire(import.meta.url);
  const program = require.resolve('pyright');
  const child = spawn(process.execPath, [program, '--outputjson', '--project', packageRoot], {
    env: { ...process.env, PATH: '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  for await (const chunk of child.stdout.setEncoding('utf8')) text += chunk;
  /** @type {{ generalDiagnostics: { file: string, message: string, rule?: string, range: { start: { line: number, character: number } } }[] }} */
  const { generalDiagnostics } = JSON.parse(text);
  return generalDiagnostics.map(({ file, message, rule, range: { start } }) => ({
    file: relative(packageRoot, file),
    line: start.line + 1,
    column: start.character + 1,
    message: rule ? `${message} (${rule})` : message,
  }));
}
