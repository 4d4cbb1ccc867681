import type { Positions } from "./positions.ts";

/** From each position that leads back to itself to the number of its circle; in one, each leads to each (Kosaraju's way). */
export function circlesOf({ follow }: Positions): ReadonlyMap<number, number> {
  const backwards = follow.map(() => [] as number[]);
  follow.forEach((nexts, position) => {
    for (const next of nexts.keys()) backwards[next]!.push(position);
  });
  const circles = new Map<number, number>();
  const assigned = new Set<number>();
  for (const root of inOrderLeft(follow).reverse()) {
    if (assigned.has(root)) continue;
    assigned.add(root);
    const circle = [root];
    for (const position of circle) {
      for (const before of backwards[position]!) {
        if (assigned.has(before)) continue;
        assigned.add(before);
        circle.push(before);
      }
    }
    if (circle.length > 1 || follow[root]!.has(root))
      for (const position of circle) circles.set(position, root);
  }
  return circles;
}

/** Positions in the order in which a walk in depth leaves them. */
function inOrderLeft(follow: Positions["follow"]): number[] {
  const left: number[] = [];
  const known = new Set([0]);
  const open = [{ position: 0, nexts: [...follow[0]!.keys()] }];
  for (let last = open.at(-1); last !== undefined; last = open.at(-1)) {
    const next = last.nexts.pop();
    if (next === undefined) {
      left.push(last.position);
      open.pop();
    } else if (!known.has(next)) {
      known.add(next);
      open.push({ position: next, nexts: [...follow[next]!.keys()] });
    }
  }
  return left;
}

/** Where a position leads, in one step or more. */
export function reachableFrom(follow: Positions["follow"], from: number): Set<number> {
  const found = new Set<number>();
  const open = [from];
  for (let position = open.pop(); position !== undefined; position = open.pop()) {
    for (const next of follow[position]!.keys()) {
      if (found.has(next)) continue;
      found.add(next);
      open.push(next);
    }
  }
  return found;
}
