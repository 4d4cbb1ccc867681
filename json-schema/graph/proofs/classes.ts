/** Finds the nodes that say the same, in one graph or in two, by refining partitions until they are stable (Moore's algorithm). */
import { canonical } from "../../json.ts";
import { conjuncts, listChildren, type Node } from "../node.ts";

/** The number of a node's class. Nodes of one class accept the same values. */
export type ClassOf = (node: Node) => number;

/** Classes of everything that these nodes lead to. Nodes that are met later get classes of their own. */
export function findClasses(roots: readonly Node[]): ClassOf {
  const nodes = reachable(roots);
  const parts = new Map(nodes.map((node) => [node, conjuncts([node])]));
  let current = new Map<Node, number>(nodes.map((node) => [node, 0]));
  for (let size = 0; ; ) {
    const ids = new Map<string, number>();
    const local = new Map(nodes.map((node) => [node, signature(node, (child) => current.get(child)!)]));
    const next = new Map<Node, number>();
    for (const node of nodes) {
      const said = [...new Set(parts.get(node)!.map((part) => local.get(part)!))].filter(
        (text) => text !== nothing,
      );
      const key = said.sort().join("\n");
      if (!ids.has(key)) ids.set(key, ids.size);
      next.set(node, ids.get(key)!);
    }
    current = next;
    if (ids.size === size) break;
    size = ids.size;
  }
  let count = current.size;
  return (node) => {
    const known = current.get(node);
    if (known !== undefined) return known;
    const created = ++count;
    current.set(node, created);
    return created;
  };
}

function reachable(roots: readonly Node[]): Node[] {
  const found = new Set(roots);
  for (const node of found) for (const child of listChildren(node)) found.add(child);
  return [...found];
}

/**
 * Describes one node by its keywords, with the classes of its children in place of the children. References and `allOf` are
 * left out.
 */
function signature(node: Node, of: (child: Node) => number): string {
  const map = (children: ReadonlyMap<string, Node>) =>
    [...children].map(([name, child]) => [name, of(child)] as const).sort(compareTexts);
  const list = (children: readonly (Node | undefined)[]) =>
    children.map((child) => (child === undefined ? null : of(child)));
  const one = (child: Node | undefined) => (child === undefined ? [] : [of(child)]);
  const { types, pattern, format, condition } = node;
  const said = {
    never: node.never ? [true] : [],
    types: types ? [types.toSorted()] : [],
    enums: node.enums.map((values) => values.map(canonical).sort()).sort(),
    numbers: Object.entries(node.numbers).sort(compareTexts),
    pattern: pattern === undefined ? [] : [pattern],
    format: format === undefined ? [] : [format],
    unique: node.unique ? [true] : [],
    properties: map(node.properties),
    patterns: map(node.patterns),
    additional: one(node.additional),
    names: one(node.names),
    required: node.required.toSorted(),
    dependent: [...node.dependentRequired].sort(compareTexts),
    schemas: map(node.dependentSchemas),
    prefix: list(node.prefix),
    rest: one(node.rest),
    contains: one(node.contains),
    anyOf: node.anyOf.map((branches) => [...new Set(list(branches))].sort()),
    oneOf: node.oneOf.map((branches) => list(branches).sort()),
    not: list(node.not).sort(),
    if: condition ? list([condition.when, condition.then, condition.otherwise]) : [],
    opaque: [...node.opaque].map(([key, child]) => [key, typeof child === "string" ? child : of(child)]),
  };
  const text = JSON.stringify(
    Object.fromEntries(Object.entries(said).filter(([, parts]) => parts.length > 0)),
  );
  // The effect of an opaque keyword depends on the branches around it, so such a node equals only nodes with the same parts.
  return node.opaque.size === 0 || text === nothing ? text : `${text} ${list(node.allOf)}`;
}

/** The signature of a node that asserts nothing. */
const nothing = "{}";

function compareTexts([a]: readonly [string, ...unknown[]], [b]: readonly [string, ...unknown[]]): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
