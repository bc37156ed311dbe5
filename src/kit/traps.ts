// Live traps: an instance is useful only if every careless solution gives a wrong result.
import { canonicalJson, type Draw, type Json } from '../core/index.ts';

/** By the name of the wrong program (`wrong-first.py` is `first`): whether its result on the drawn data is wrong. */
export type Traps<Made> = Readonly<Record<string, (made: Made) => boolean>>;

/**
 * Draws until every trap is live. The first round draws from `draw` itself, so that an instance whose traps are live at
 * once is the same as without this function; later rounds draw from forks.
 */
export function liveTraps<Made>(
  draw: Draw,
  make: (draw: Draw) => Made,
  traps: Traps<NoInfer<Made>>,
  rounds = 100,
): Made {
  const alive = new Map(Object.keys(traps).map((name) => [name, 0]));
  for (let round = 0; round < rounds; round += 1) {
    const made = make(round === 0 ? draw : draw.fork(`live traps ${round}`));
    const caught = Object.entries(traps)
      .filter(([, holds]) => holds(made))
      .map(([name]) => name);
    if (caught.length === alive.size) return made;
    for (const name of caught) alive.set(name, (alive.get(name) ?? 0) + 1);
  }
  const counts = [...alive]
    .toSorted(([, one], [, other]) => one - other)
    .map(([name, count]) => `"${name}" in ${count}`);
  throw new Error(`not once in ${rounds} draws were all traps live: ${counts.join(', ')}`);
}

/** Whether a careless result differs from the truth; numbers must differ by more than the tolerance. */
export function differs(truth: Json, wrong: Json, tolerance = 0): boolean {
  if (typeof truth === 'number' && typeof wrong === 'number') return !(Math.abs(truth - wrong) <= tolerance);
  if (Array.isArray(truth) && Array.isArray(wrong)) {
    return truth.length !== wrong.length || truth.some((item, index) => differs(item, wrong[index] ?? null, tolerance));
  }
  if (isRecord(truth) && isRecord(wrong)) {
    const names = Object.keys({ ...truth, ...wrong });
    return names.some(
      (name) => !(name in truth && name in wrong) || differs(truth[name] ?? null, wrong[name] ?? null, tolerance),
    );
  }
  return canonicalJson(truth) !== canonicalJson(wrong);
}

function isRecord(value: Json): value is { [name: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
