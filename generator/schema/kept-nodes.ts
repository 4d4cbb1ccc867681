/** Keeps the nodes of a graph of numbered nodes that matter to its reader, and numbers them anew. */

/** Old number -> new number; `undefined` for a node that is left out, or where there is no node. */
export type NewNumber = (index: number | null | undefined) => number | undefined;

/**
 * The nodes at or below which one is marked, written with new numbers; none where nothing is marked below the first one. `write` asks for
 * the number of each child, which also shows what the children are.
 */
export function keptNodes<Draft, Kept>(
  drafts: readonly Draft[],
  isMarked: (draft: Draft) => boolean,
  write: (draft: Draft, numberOf: NewNumber) => Kept,
): Kept[] {
  const children = drafts.map((draft) => {
    const indexes: number[] = [];
    write(draft, (index) => {
      if (typeof index === "number") indexes.push(index);
      return index ?? undefined;
    });
    return indexes;
  });
  const useful = new Set<number>();
  for (let size = -1; size !== useful.size; ) {
    size = useful.size;
    drafts.forEach((draft, index) => {
      if (isMarked(draft) || children[index]?.some((child) => useful.has(child))) useful.add(index);
    });
  }
  if (!useful.has(0)) return [];
  const order = drafts.flatMap((draft, index) => (useful.has(index) ? [{ draft, index }] : []));
  const numbers = new Map(order.map(({ index }, position) => [index, position]));
  return order.map(({ draft }) =>
    write(draft, (index) => (typeof index === "number" ? numbers.get(index) : undefined)),
  );
}
