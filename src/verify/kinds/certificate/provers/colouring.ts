// Graph colouring: two nodes that share an edge have different colours, and the number of colours is minimal.
import { z } from 'zod';
import type { Json } from '../../../../core/index.ts';
import { fold } from '../../../values.ts';
import { Flaw, readMapping, type Proved } from './claim.ts';

export const colouringSchema = z.object({
  prover: z.literal('colouring'),
  nodes: z.array(z.string()).min(1),
  edges: z.array(z.tuple([z.string(), z.string()])),
});
export type Colouring = z.infer<typeof colouringSchema>;

/** The claim gives a colour for each node; colours may have any names. */
export function proveColouring(instance: Colouring, claim: Json): Proved {
  const colours = readMapping(claim, ['node', 'colour'], instance.nodes);
  const of = (node: string) => fold(colours.get(node) ?? '');
  const clash = instance.edges.find(([one, other]) => of(one) === of(other));
  if (clash)
    throw new Flaw(`"${clash[0]}" and "${clash[1]}" must differ, both have ${colours.get(clash[0]) ?? ''}`, clash);
  const value = new Set(instance.nodes.map(of)).size;
  return { value, best: fewestColours(instance), of: 'number of colours' };
}

/**
 * Backtracking search with 1, 2, 3… colours. Each step colours the node with the fewest free colours, and may use at
 * most one new colour.
 */
export function fewestColours({ nodes, edges }: Colouring): number {
  const neighbours = new Map(nodes.map((node) => [node, new Set<string>()]));
  for (const [one, other] of edges) {
    neighbours.get(one)?.add(other);
    neighbours.get(other)?.add(one);
  }
  const around = (node: string) => neighbours.get(node) ?? new Set<string>();
  const fits = (count: number): boolean => {
    const given = new Map<string, number>();
    const colour = (opened: number): boolean => {
      let [next, choice, degree]: [string | undefined, number[], number] = [undefined, [], -1];
      for (const node of nodes) {
        if (given.has(node)) continue;
        const taken = new Set([...around(node)].map((each) => given.get(each)));
        const free = Array.from({ length: Math.min(count, opened + 1) }, (_, index) => index).filter(
          (each) => !taken.has(each),
        );
        const better = next === undefined || free.length < choice.length;
        if (better || (free.length === choice.length && around(node).size > degree))
          [next, choice, degree] = [node, free, around(node).size];
      }
      if (next === undefined) return true;
      for (const each of choice) {
        given.set(next, each);
        if (colour(Math.max(opened, each + 1))) return true;
        given.delete(next);
      }
      return false;
    };
    return colour(0);
  };
  let count = 1;
  while (!fits(count)) count += 1;
  return count;
}
