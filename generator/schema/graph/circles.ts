/** Finds recursive schemas. */
import { childrenOf, type Node } from "./node.ts";

/** The schemas at which a way down from one of the roots comes back to itself, in the order in which they are met. */
export function recursiveSchemas(roots: readonly Node[]): Node[] {
  const open = new Set<Node>();
  const done = new Set<Node>();
  const found = new Set<Node>();
  const visit = (node: Node): void => {
    if (open.has(node)) found.add(node);
    if (open.has(node) || done.has(node)) return;
    open.add(node);
    childrenOf(node).forEach(visit);
    open.delete(node);
    done.add(node);
  };
  roots.forEach(visit);
  return [...found];
}
