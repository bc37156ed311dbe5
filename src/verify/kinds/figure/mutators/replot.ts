// A cell that makes a later program save a figure several times, each time with one change. The change is made to the
// figure object, never to the pixels.
import { pythonCall, pythonScript } from '../../../../system/index.ts';

export interface Replot {
  /** Such as `output/chart.png`. */
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
