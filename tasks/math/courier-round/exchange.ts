// Local search on the round: start from an order and change it while that improves it. An instance is kept only if these
// searches end at a worse round than the best one from every start.
import type { Draw, Route } from 'pybench/kit';
import { Town } from './town.ts';

/** Writes an order over `into` with the stop at one position moved to another; true if that changes anything. */
function move(into: Int32Array, order: Int32Array, from: number, to: number): boolean {
  into.set(order);
  if (from < to) into.copyWithin(from, from + 1, to + 1);
  else into.copyWithin(to + 1, to, from);
  into[to] = order[from] ?? 0;
  return from !== to;
}

/** Writes an order over `into` with a part turned round. */
function turn(into: Int32Array, order: Int32Array, from: number, to: number): boolean {
  into.set(order);
  into.subarray(from, to + 1).reverse();
  return from < to;
}

const CHANGES = [move, turn];

/** First-improvement descent: applies each better change at once. Much quicker than best-improvement, and as often right. */
function hurry(town: Town, draw: Draw, start: readonly number[]): number {
  const order = Int32Array.from(start);
  const next = order.slice();
  const places = order.length * order.length;
  let cost = town.enter(order);
  let place = draw.int(0, places - 1);
  for (let failed = 0; failed < places; failed += 1) {
    place = (place + 1) % places;
    const [from, to] = [Math.floor(place / order.length), place % order.length];
    for (const change of CHANGES)
      if (change(next, order, from, to) && town.cost(next, Math.min(from, to), Math.max(from, to), cost) < cost) {
        order.set(next);
        cost = town.enter(order);
        failed = -1;
        break;
      }
  }
  return cost;
}

/** Best-improvement descent. */
function descend(town: Town, start: readonly number[]): number {
  const order = Int32Array.from(start);
  const [next, better] = [order.slice(), order.slice()];
  for (;;) {
    const before = town.enter(order);
    let cost = before;
    for (let from = 0; from < order.length; from += 1)
      for (let to = 0; to < order.length; to += 1)
        for (const change of CHANGES) {
          const nextCost = change(next, order, from, to)
            ? town.cost(next, Math.min(from, to), Math.max(from, to), cost)
            : Infinity;
          if (nextCost >= cost) continue;
          cost = nextCost;
          better.set(next);
        }
    if (cost === before) return cost;
    order.set(better);
  }
}

/** Two stops exchanged or one moved at random; kept when the result is no worse. */
function climb(town: Town, draw: Draw, start: readonly number[], moves: number): number {
  const order = Int32Array.from(start);
  const next = order.slice();
  let cost = town.enter(order);
  for (let made = 0; made < moves; made += 1) {
    const [one, other] = [draw.int(0, order.length - 1), draw.int(0, order.length - 1)];
    move(next, order, one, other);
    if (made % 2 === 0) {
      next.set(order);
      [next[one], next[other]] = [order[other] ?? 0, order[one] ?? 0];
    }
    const nextCost = town.cost(next, Math.min(one, other), order.length, cost + 1);
    if (nextCost > cost) continue;
    order.set(next);
    cost = town.enter(order);
  }
  return cost;
}

/** The best result of `count` quick descents; stops at the first that reaches the goal. */
export function hurried(draw: Draw, route: Route, starts: number, goal = 0): number {
  const town = new Town(route);
  let best = Infinity;
  for (let start = 0; start < starts && best > goal; start += 1)
    best = Math.min(best, hurry(town, draw, draw.shuffle(town.byClosing)));
  return best;
}

/** Whether exchanging stops misses the best round: from the order of closing and from drawn ones. */
export function exchangeFails(draw: Draw, route: Route, best: number): boolean {
  const town = new Town(route);
  if (descend(town, town.byClosing) <= best || hurried(draw, route, 400, best) <= best) return false;
  for (let start = 0; start < 16; start += 1) if (climb(town, draw, town.byClosing, 8000) <= best) return false;
  for (let start = 0; start < 80; start += 1) if (descend(town, draw.shuffle(town.byClosing)) <= best) return false;
  return true;
}
