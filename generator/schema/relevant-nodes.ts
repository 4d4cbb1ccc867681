/** Writes a graph of numbered nodes, and keeps only the nodes that matter to its reader. */

/** Returns the number of a part; `undefined` if the part is left out or missing. */
export type NumberOf<Part> = (part: Part | undefined) => number | undefined;

/**
 * Returns the nodes with a marked node at or below them; empty if there is none below the first one. `write` asks for the
 * number of each part below its own, which also shows the structure.
 */
export function keptNodes<Part, Kept>(
  first: Part,
  write: (part: Part, numberOf: NumberOf<Part>) => Kept,
  isMarked: (node: Kept) => boolean,
): Kept[] {
  const below = new Map<Part, Part[]>();
  const kept = new Set<Part>();
  const parts = new Set([first]);
  for (const part of parts) {
    const found: Part[] = [];
    const node = write(part, (child) => {
      if (child !== undefined) found.push(child);
      return undefined;
    });
    if (isMarked(node)) kept.add(part);
    below.set(part, found);
    for (const child of found) parts.add(child);
  }
  for (let size = -1; size !== kept.size; ) {
    size = kept.size;
    for (const [part, found] of below) if (found.some((child) => kept.has(child))) kept.add(part);
  }
  const numbers = new Map<Part, number>();
  const nodes: Kept[] = [];
  const numberOf: NumberOf<Part> = (part) => {
    if (part === undefined || !kept.has(part)) return undefined;
    const index = numbers.get(part) ?? numbers.size;
    if (numbers.has(part)) return index;
    numbers.set(part, index);
    nodes[index] = write(part, numberOf);
    return index;
  };
  numberOf(first);
  return nodes;
}
