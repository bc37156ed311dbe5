// A cell that saves a figure several times with one change each, when a program saves it. It changes the figure, never its pixels.
import { pythonCall, pythonScript } from '../../../../system/index.ts';

export interface Replot {
  /** `output/chart.png` */
  readonly path: string;
  readonly seed: number;
  /** File for the list of the changed figures, as JSON. */
  readonly list: string;
}

/** A cell to run before a program that saves the figure with matplotlib. */
export function replotCell({ path, seed, list }: Replot): string {
  const classes = ['figure_looks', 'figure_data'].map(pythonScript);
  const call = pythonCall('replot_figure', path, seed, list);
  return [...classes, call, 'del _pybench_figure_looks, _pybench_figure_data'].join('\n\n');
}
