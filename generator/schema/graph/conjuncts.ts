/** The schemas that apply to one value together. */
import type { Node } from "./node.ts";

/** A node, and all that apply together with it for every value, through references and `allOf`. */
export function conjuncts(nodes: readonly Node[]): Node[] {
  const found = new Set<Node>();
  const add = (node: Node): void => {
    if (found.has(node)) return;
    found.add(node);
    node.allOf.forEach(add);
  };
  nodes.forEach(add);
  return [...found];
}

/** Conjuncts, and what applies together with further nodes. The conjuncts are not expanded again: some have lost a union on purpose. */
export function joined(nodes: readonly Node[], more: readonly Node[]): Node[] {
  return [...new Set([...nodes, ...conjuncts(more)])];
}
