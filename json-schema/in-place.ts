/** Follows schemas that describe the same value: circles of references, and how many schemas one value runs through. */

import type { Graph } from "./graph/graph.ts";
import type { Node } from "./graph/node.ts";
import { toPointer } from "./pointer.ts";
import type { SchemaRoot } from "./types.ts";
import { walk } from "./walk.ts";

/** The nodes, and all to which `next` leads from them. */
export function closure(nodes: readonly Node[], next: (node: Node) => readonly Node[]): Node[] {
  const found = new Set(nodes);
  for (const each of found) for (const other of next(each)) found.add(other);
  return [...found];
}

/** The schemas that describe the same value as a node, one step away. */
export function listInPlace({ allOf, anyOf, oneOf, not, condition, dependentSchemas }: Node): Node[] {
  const branches = [...allOf, ...anyOf.flat(), ...oneOf.flat(), ...not];
  return [...branches, ...Object.values(condition ?? {}), ...dependentSchemas.values()];
}

/** A schema whose `$ref` leads back to itself for the same value. */
export interface Circle {
  /** One of the schemas of the circle. */
  readonly node: Node;
  /** The other schemas with references of the circle, in the order in which they lead to this one. */
  readonly through: readonly Node[];
}

/** References that lead back to where they stand without going deeper into the value. Each circle once. */
export function circles(roots: readonly SchemaRoot[], graph: Graph): Circle[] {
  const found: Circle[] = [];
  /** Schemas that are being read, with the number of references that led to each. */
  const open = new Map<Node, number>();
  const done = new Set<Node>();
  const trail: Node[] = [];

  function visit(node: Node): void {
    if (done.has(node)) return;
    open.set(node, trail.length);
    const target = followRef(node);
    for (const child of listInPlace(node)) if (child !== target) visit(child);
    if (target) follow(node, target);
    open.delete(node);
    done.add(node);
  }

  function follow(node: Node, target: Node): void {
    const since = open.get(target);
    trail.push(node);
    if (since !== undefined) found.push({ node, through: trail.slice(since, -1) });
    else visit(target);
    trail.pop();
  }

  for (const root of roots)
    walk(root.schema, (schema, path) => visit(graph({ root, pointer: toPointer(path), schema })));
  return found;
}

/** Returns the target of `$ref`, which comes before the branches of `allOf` in a node's list. */
function followRef({ schema, opaque, allOf }: Node): Node | undefined {
  const refers = typeof schema === "object" && typeof schema.$ref === "string" && !opaque.has("$ref");
  return refers ? allOf[0] : undefined;
}

/** The most schemas that run to check one value; so many run in a few milliseconds. */
export const mostRuns = 10_000;

/** Counts stop here. */
const maxCount = 1e12;
const counts = new WeakMap<Node, number>();

/**
 * Counts how many schemas run to check one value: a schema, all schemas that it applies to the same value, and so on, each as
 * often as it is reached. Takes linear time. A schema that leads back to itself counts once.
 */
export function countRuns(node: Node): number {
  const counted = counts.get(node);
  if (counted !== undefined) return counted;
  counts.set(node, 1);
  const count = listInPlace(node).reduce((sum, next) => sum + countRuns(next), 1);
  counts.set(node, Math.min(count, maxCount));
  return Math.min(count, maxCount);
}
