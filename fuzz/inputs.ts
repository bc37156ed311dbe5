// The inputs of a target, each identified by the seed and its number.
import { mutatedInside } from './containers.ts';
import { mutated } from './mutate.ts';
import { randomOf } from './random.ts';
import { targets, type Target } from './targets.ts';

export function targetNamed(name: string): Target {
  const found = targets[name];
  if (!found) throw new Error(`there is no target "${name}", only ${Object.keys(targets).join(', ')}`);
  return found;
}

export function inputOf(
  name: string,
  samples: readonly Uint8Array[],
  container: Target['container'],
  run: string,
  number: number,
): Uint8Array {
  const random = randomOf(`${name} ${run} ${number}`);
  const [sample, other] = [random.pick(samples), random.pick(samples)];
  if (!container || random.chance(0.25)) return mutated(sample, other, random);
  return mutatedInside(container, sample, (inner) => mutated(inner, inner, random), random);
}
