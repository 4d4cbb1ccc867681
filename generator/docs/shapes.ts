/** Collects the schemas that get a section of their own in docs/tools.md. */

import type { LocatedSchema, Resolver } from "@toolwright/json-schema";
import { type Graph, graphFor, type Node } from "@toolwright/json-schema/graph";
import { fileStem } from "../model/names.ts";
import { anchorPart } from "./markdown.ts";

/** A schema that has a section of its own; each use links to it. */
export interface Shape {
  readonly node: Node;
  readonly name: string;
  readonly anchor: string;
}

/** The shapes that a page has linked so far, in the order of their first use. */
export interface Shapes {
  readonly graph: Graph;
  /** The shape that a reference leads to; `undefined` if its target is simple enough to be described in place. */
  shapeAt(from: Node): Shape | undefined;
  /** The schema that a reference leads to, simple or not. */
  target(from: Node): Node | undefined;
  all(): readonly Shape[];
}

export function makeShapes(resolve: Resolver): Shapes {
  const shapes = new Map<string, Shape>();
  const graph = graphFor(resolve);
  const find = ({ schema, root }: Node): LocatedSchema | undefined =>
    typeof schema === "object" && typeof schema.$ref === "string" ? resolve(schema.$ref, root) : undefined;
  return {
    graph,
    target(from) {
      const found = find(from);
      return found && graph(found);
    },
    shapeAt(from) {
      const found = find(from);
      if (!found || isSimple(graph(found))) return undefined;
      const { root, pointer } = found;
      const file = fileStem(root.uri.replace(/\/(input|output)$/, ""));
      const key = pointer === "" ? file : `${file}${pointer}`;
      const name = pointer === "" ? file : pointer.slice(pointer.lastIndexOf("/") + 1);
      const shape = shapes.get(key) ?? { node: graph(found), name, anchor: `shape-${anchorPart(key)}` };
      shapes.set(key, shape);
      return shape;
    },
    all: () => [...shapes.values()],
  };
}

/** Whether a node has keywords, and is not just `true` or `false`. */
export function hasKeywords(node: Node | undefined): node is Node {
  return typeof node?.schema === "object";
}

/** An enum with more values becomes a shape. */
const maxInlineValues = 8;

/** Whether a value has no parts, so that its type and constraints fit in the row of a property. */
function isSimple(node: Node): boolean {
  const { enums, names, rest, additional, properties, patterns, prefix, condition } = node;
  if (enums.some((values) => values.length > maxInlineValues)) return false;
  if (hasKeywords(names) && !isSimple(names)) return false;
  if (hasKeywords(rest) || hasKeywords(additional) || condition) return false;
  const parts = [prefix, node.allOf, node.anyOf, node.oneOf];
  return properties.size + patterns.size === 0 && parts.every((list) => list.length === 0);
}
