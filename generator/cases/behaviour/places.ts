/** Finds places in values that schemas describe: ids of a type, fields that need a scope, the part of a result that shows an entity. */

import { memoize, type Resolver, rootNode, rootsBelow, type SchemaRoot } from "@toolwright/json-schema";
import { describing, graphFor, type Node } from "@toolwright/json-schema/graph";
import { childPointer } from "@toolwright/runtime/json";

/** Which schemas are searched for, and the roots that contain such schemas. */
export interface Search {
  matches(node: Node): boolean;
  /** Whether a root can contain a match; others are not searched. */
  isIn(root: SchemaRoot): boolean;
}

/**
 * The places in values of a root that a matching schema describes, as pointers in which `*` is every item of an array or entry of
 * a map. A recursive schema is entered once on each way down.
 */
export function placesIn(root: SchemaRoot, search: Search, resolve: Resolver): string[] {
  const isReachable = memoize((from: SchemaRoot) => rootsBelow(from, resolve).some(search.isIn));
  const found = new Set<string>();
  const visit = (target: Node, path: string, above: ReadonlySet<Node>): void => {
    const [node, ...others] = describing(target);
    if (!node || above.has(node)) return;
    const nodes = [node, ...others].filter(({ root: own }) => isReachable(own));
    if (nodes.some(search.matches)) found.add(path);
    const around = new Set([...above, ...nodes, node]);
    for (const node of nodes) {
      for (const [step, child] of listBelow(node)) visit(child, childPointer(path, step), around);
    }
  };
  if (isReachable(root)) visit(graphFor(resolve)(rootNode(root)), "", new Set());
  return [...found];
}

/** The schemas of the parts of a value, each with the step to it. */
function listBelow({ properties, patterns, additional, prefix, rest }: Node): [step: string, child: Node][] {
  const many = [...patterns.values(), additional];
  return [
    ...properties,
    ...many.flatMap((child): [string, Node][] => (child ? [["*", child]] : [])),
    ...prefix.map((child, index): [string, Node] => [`${index}`, child]),
    ...(rest ? [["*", rest] as [string, Node]] : []),
  ];
}

/** Searches for the values of a type. */
export function ofType(uri: string): Search {
  return {
    matches: ({ root, pointer }) => root.uri === uri && pointer === "",
    isIn: (root) => root.uri === uri,
  };
}

/**
 * Returns the place of an entity in the results of a tool that shows it: the whole result if the tool takes an id of the entity, else an
 * item of the first list with such ids; undefined if the tool does neither.
 * @param ids pointers to the ids of the entity in the input and the output of the tool
 */
export function findEntityPlace(ids: {
  readonly input: readonly string[];
  readonly output: readonly string[];
}): string | undefined {
  if (ids.input.length > 0) return "";
  return ids.output.map(innermostItem).find((item) => item !== undefined);
}

/** Returns the innermost list item that contains a place, as `/teams/*` for the place of its name; undefined outside of lists. */
export function innermostItem(path: string): string | undefined {
  const end = path.lastIndexOf("/*");
  return end < 0 ? undefined : path.slice(0, end + "/*".length);
}
