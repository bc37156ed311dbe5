// The texts of a module that may name files of python/scripts, which src/system/python-script.ts reads.
import { startOfText, visitNodes } from './syntax-tree.mjs';

/** The functions of src/system/python-script.ts that take the name of a script. */
const READERS = new Set(['pythonScript', 'pythonCall', 'pythonResult']);

/**
 * Whether a module imports a function that reads scripts. Scripts that it names by a variable are named by a text of the
 * same module: `['office_workbook', 'office'].map(pythonScript)`.
 * @param {import('oxc-parser').ParseResult['module']} module
 */
export function sendsScripts({ staticImports }) {
  return staticImports.some(({ entries }) => entries.some(({ importName }) => READERS.has(importName.name ?? '')));
}

/**
 * All texts that have the form of a script's name, and the starts of templates that have the form of a folder. Those that are
 * not in python/scripts are left out when the digest is made.
 * @param {unknown} program
 * @returns {string[]}
 */
export function namesOfScripts(program) {
  /** @type {Set<string>} */
  const names = new Set();
  visitNodes(program, (node) => {
    const found = startOfText(node);
    if (found && (found.whole ? /^\w+(\/\w+)*$/ : /^(\w+\/)+$/).test(found.text)) names.add(found.text);
  });
  return [...names];
}
