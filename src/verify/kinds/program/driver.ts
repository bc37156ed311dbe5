// The cells that call a submitted module, or run a submitted tool, on its cases. They hold what goes in, never what should
// come out.
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

/** What the module may raise at all, as the task says: the same for every case. */
export interface Contract {
  readonly classes: readonly string[];
  readonly attributes: readonly string[];
}

/** After this number of cases that took too long, the others are not run. */
const MAX_LATE = 3;
/** Clock time for one case. */
const MAX_WAIT_SECONDS = 60;

const limitsOf = ({ seconds }: DriverOptions): Json => ({ seconds, wait: MAX_WAIT_SECONDS, late: MAX_LATE });

/** One cell that loads the module, one for each case, one that writes the results. Each check loads its file anew. */
export function programCells(options: DriverOptions, contract: Contract, cases: readonly Json[]): string[] {
  const { classes, attributes } = contract;
  const settings = [options.program, limitsOf(options), { classes: [...classes], attributes: [...attributes] }];
  const load = `_pybench_program = _pybench_call_program(${settings.map(pythonLiteral).join(', ')})`;
  return [
    `${pythonScript('call_program')}\n\n${load}`,
    // The case stays text until the timers run.
    ...cases.map((each) => `_pybench_program.call(${pythonLiteral(JSON.stringify(each))})`),
    `_pybench_program.write(${pythonLiteral(options.result)})`,
  ];
}

/** One cell that runs the tool on all cases. */
export function toolCells(options: DriverOptions, cases: readonly Json[]): string[] {
  const { program, result } = options;
  return [pythonCall('run_tool_cases', pythonScript('tool_runner'), program, limitsOf(options), [...cases], result)];
}
