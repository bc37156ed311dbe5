// Compares a drawing with a check: the menu, and the chart in each state of the menu that the check is about.
import { FormatProblem, parseUntrusted } from '../../../../formats/index.ts';
import type { Execution } from '../../../material.ts';
import { fold, show } from '../../../values.ts';
import type { FigureCheck } from '../kind.ts';
import { compareChart } from '../compare.ts';
import type { Deviation } from '../deviation.ts';
import { chartsOf } from './chart-of-scene.ts';
import { drawingSchema, MAX_DRAWING, type Drawing, type Scene } from './drawing.ts';

export function drawnDeviations(check: FigureCheck, execution: Execution | undefined, tolerance: number): Deviation[] {
  if (!execution) throw new Error(`the figure of "${check.name}" was not drawn before grading`);
  if ('fault' in execution) throw new FormatProblem(execution.fault);
  const drawing = drawingOf(execution);
  const menu = menuOff(check, drawing.menu);
  const wanted = drawing.views.filter(({ chosen }) => (check.view === undefined ? chosen === null : chosen !== null && fold(chosen) === fold(check.view))); // prettier-ignore
  if (menu.length > 0) return menu;
  if (wanted.length === 0) {
    if (drawing.stopped !== undefined) return [{ message: drawing.stopped }];
    const none = drawing.menu.length === 0 ? ': there is no dropdown menu that can be opened' : '';
    return [{ message: `the menu has ${show(check.view ?? '')} 0 times${none}` }];
  }
  const off = wanted.flatMap((view) => [...shownOff(check, view), ...sceneOff(check, view.scene, tolerance)]);
  if (off.length > 0)
    return [...off, ...drawing.errors.map((error) => ({ message: `a script of the page fails: ${error}` }))];
  // A page that breaks while its menu is used fails, even if its earlier states were correct.
  return drawing.stopped === undefined ? [] : [{ message: drawing.stopped }];
}

const known = new WeakMap<Execution, Drawing>();

function drawingOf(execution: Execution & { readonly result: string }): Drawing {
  const before = known.get(execution);
  if (before) return before;
  const read = parseUntrusted(execution.result, { characters: MAX_DRAWING, repeatedKeys: 'allowed' });
  const drawing = drawingSchema.safeParse('value' in read ? read.value : undefined);
  if (!drawing.success) throw new FormatProblem('it draws more than can be read');
  known.set(execution, drawing.data);
  return drawing.data;
}

function menuOff({ views }: FigureCheck, labels: readonly string[]): Deviation[] {
  if (!views) return [];
  const folded = labels.map(fold);
  const missing = views.filter((label) => !folded.includes(fold(label)));
  const extra = labels.filter(
    (label, at) => !views.some((each) => fold(each) === fold(label)) || folded.indexOf(fold(label)) !== at,
  );
  return [
    ...(missing[0] === undefined ? [] : [{ message: `the menu lacks ${missing.slice(0, 5).map(show).join(', ')}` }]),
    ...(extra[0] === undefined
      ? []
      : [{ message: `the menu offers ${extra.slice(0, 5).map(show).join(', ')}, which the query does not ask for` }]),
  ];
}

function shownOff({ view, chosen = view }: FigureCheck, { shown }: Drawing['views'][number]): Deviation[] {
  if (chosen === undefined || (shown !== null && fold(shown) === fold(chosen))) return [];
  const found = shown === null ? 'nothing that can be read' : show(shown);
  return [{ message: `the menu shows ${found} as chosen, not ${show(chosen)}`, expected: chosen, actual: shown }];
}

/** Uses the interpretation of the axis units with the fewest deviations; adds unreadable texts as possible causes. */
function sceneOff({ panels, unit = 1 }: FigureCheck, scene: Scene, tolerance: number): Deviation[] {
  const tried = chartsOf(scene, panels, unit).map((chart) => compareChart(panels, chart, tolerance));
  const best = tried.reduce((least, each) => (each.length < least.length ? each : least));
  if (best.length === 0) return [];
  const unread = scene.texts.filter((text) => text.unread !== undefined).slice(0, 5);
  return [...best, ...unread.map(({ text, unread: why }) => ({ message: `the text ${show(text)} ${why}` }))];
}
