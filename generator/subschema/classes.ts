/** Finds the nodes that say the same, in one graph or in two, by refining partitions until they are stable (Moore's algorithm). */
import { canonical } from "@toolwright/runtime/json";
import { conjuncts, type Node } from "./node.ts";

/** The number of a node's class. Nodes of one class accept the same values. */
export type ClassOf = (node: Node) => number;

/** Classes of everything that these nodes lead to. Nodes that are met later get classes of their own. */
export function classesOf(roots: readonly Node[]): ClassOf {
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
  for (const node of found) for (const child of childrenOf(node)) found.add(child);
  return [...found];
}

function childrenOf(node: Node): Node[] {
  const { additional, names, rest, contains, condition } = node;
  const some = [additional, names, rest, contains, condition?.when, condition?.then, condition?.otherwise];
  return [
    ...node.properties.values(),
    ...node.patterns.values(),
    ...node.dependentSchemas.values(),
    ...node.prefix,
    ...node.allOf,
    ...node.anyOf.flat(),
    ...node.oneOf.flat(),
    ...node.not,
    ...[...node.opaque.values()].filter((child) => typeof child !== "string"),
    ...some.filter((child) => child !== undefined),
  ];
}

/** What one node says, with the classes of its children in place of them; references and `allOf` left out. */
function signature(node: Node, of: (child: Node) => number): string {
  const map = (children: ReadonlyMap<string, Node>) =>
    [...children].map(([name, child]) => [name, of(child)] as const).sort(byText);
  const list = (children: readonly Node[]) => children.map(of);
  const one = (child: Node | undefined) => (child === undefined ? null : of(child));
  const { condition } = node;
  const said = {
    ...(node.never && { never: true }),
    ...(node.types && { types: node.types }),
    ...(node.enums.length > 0 && { enums: node.enums.map((values) => values.map(canonical).sort()).sort() }),
    ...(Object.keys(node.numbers).length > 0 && { numbers: Object.entries(node.numbers).sort(byText) }),
    ...(node.pattern !== undefined && { pattern: node.pattern }),
    ...(node.format !== undefined && { format: node.format }),
    ...(node.unique && { unique: true }),
    ...(node.properties.size > 0 && { properties: map(node.properties) }),
    ...(node.patterns.size > 0 && { patterns: map(node.patterns) }),
    ...(node.additional && { additional: one(node.additional) }),
    ...(node.names && { names: one(node.names) }),
    ...(node.required.length > 0 && { required: node.required }),
    ...(node.dependentRequired.size > 0 && { dependent: [...node.dependentRequired].sort(byText) }),
    ...(node.dependentSchemas.size > 0 && { schemas: map(node.dependentSchemas) }),
    ...(node.prefix.length > 0 && { prefix: list(node.prefix) }),
    ...(node.rest && { rest: one(node.rest) }),
    ...(node.contains && { contains: one(node.contains) }),
    ...(node.anyOf.length > 0 && {
      anyOf: node.anyOf.map((branches) => [...new Set(list(branches))].sort()),
    }),
    ...(node.oneOf.length > 0 && { oneOf: node.oneOf.map((branches) => list(branches).sort()) }),
    ...(node.not.length > 0 && { not: list(node.not).sort() }),
    ...(condition && { if: [one(condition.when), one(condition.then), one(condition.otherwise)] }),
    ...(node.opaque.size > 0 && {
      opaque: [...node.opaque].map(([key, child]) => [key, typeof child === "string" ? child : of(child)]),
    }),
  };
  const text = JSON.stringify(said);
  // The effect of what depends on the branches depends on where it stands, so such a node is only like itself in all its parts.
  return node.opaque.size === 0 || text === nothing ? text : `${text} ${list(node.allOf)}`;
}

/** The signature of a node that says nothing. */
const nothing = "{}";

function byText([a]: readonly [string, ...unknown[]], [b]: readonly [string, ...unknown[]]): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
