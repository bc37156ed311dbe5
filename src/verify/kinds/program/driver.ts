// Builds the cells that call a submitted module, or run a submitted tool, on its cases. The cells hold the inputs of
// the cases, never the expected results.
import type { Json } from '../../../core/index.ts';
import { pythonCall, pythonLiteral, pythonScript } from '../../../system/index.ts';

export interface DriverOptions {
  /** The submitted file. */
  readonly program: string;
  /** File for the results. */
  readonly result: string;
  /** CPU time for one case. */
  readonly seconds: number;
}

/** The exception classes and attributes that any case of the file expects; the same for every case. */
export interface Contract {
  readonly classes: readonly string[];
  readonly attributes: readonly string[];
}

/** After this number of cases that exceed the time limit, the remaining cases are not run. */
const MAX_LATE = 3;
/** Wall-clock time for one case. */
const MAX_WAIT_SECONDS = 60;

const limitsOf = ({ seconds }: DriverOptions): Json => ({ seconds, wait: MAX_WAIT_SECONDS, late: MAX_LATE });

/** One cell loads the module, one runs each case, and one writes the results. Each check loads its file anew. */
export function programCells(options: DriverOptions, contract: Contract, cases: readonly Json[]): string[] {
  const { classes, attributes } = contract;
  const settings = [options.program, limitsOf(options), { classes: [...classes], attributes: [...attributes] }];
  const load = `_pybench_program = _pybench_call_program(${settings.map(pythonLiteral).join(', ')})`;
  return [
    `${pythonScript('call_program')}\n\n${load}`,
    // The case is passed as JSON text, so that it is parsed only after its timers have started.
    ...cases.map((each) => `_pybench_program.call(${pythonLiteral(JSON.stringify(each))})`),
    `_pybench_program.write(${pythonLiteral(options.result)})`,
  ];
}

/** One cell that runs the tool on all cases. */
export function toolCells(options: DriverOptions, cases: readonly Json[]): string[] {
  const { program, result } = options;
  return [pythonCall('run_tool_cases', pythonScript('tool_runner'), program, limitsOf(options), [...cases], result)];
}
