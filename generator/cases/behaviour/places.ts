/** Finds every place of a value that a schema describes: ids of a type, fields that need a scope. */

import { childPointer } from "@toolwright/runtime/json";
import { memoize } from "../../cache/memoize.ts";
import type { SchemaRoot } from "../../model/schema.ts";
import { isSchemaObject } from "../../schema/keywords.ts";
import { rootNode, type SchemaNode } from "../../schema/place.ts";
import { type LocatedSchema, type Resolver, rootsBelow } from "../../schema/roots.ts";
import { inPlace } from "../../schema/value-at.ts";

/** Which schemas are searched for, and the roots that contain such schemas. */
export interface Search {
  matches(node: SchemaNode): boolean;
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
  const visit = (target: LocatedSchema, path: string, above: ReadonlySet<unknown>): void => {
    if (!isSchemaObject(target.schema) || above.has(target.schema)) return;
    const nodes = inPlace(target, resolve).filter(({ root: own }) => isReachable(own));
    if (nodes.some(search.matches)) found.add(path);
    const around = new Set([...above, ...nodes.map(({ schema }) => schema), target.schema]);
    for (const node of nodes) {
      for (const [step, child] of childrenOf(node)) visit(child, childPointer(path, step), around);
    }
  };
  if (isReachable(root)) visit(rootNode(root), "", new Set());
  return [...found];
}

/** The schemas of the parts of a value, each with the step to it. Only what a reference leads to keeps its pointer. */
function childrenOf({ root, schema }: SchemaNode): [step: string, child: LocatedSchema][] {
  const { properties, patternProperties, additionalProperties, prefixItems, items } = schema;
  const entries = (map: unknown) => (isSchemaObject(map) ? Object.entries(map) : []);
  const children: [string, unknown][] = [
    ...entries(properties),
    ...entries(patternProperties).map(([, child]): [string, unknown] => ["*", child]),
    ["*", additionalProperties],
    ...(Array.isArray(prefixItems) ? prefixItems : []).map((child, index): [string, unknown] => [
      `${index}`,
      child,
    ]),
    ["*", items],
  ];
  return children.flatMap(([step, child]) =>
    isSchemaObject(child) ? [[step, { root, pointer: "/", schema: child }] as [string, LocatedSchema]] : [],
  );
}

/** Searches for the values of a type. */
export function ofType(uri: string): Search {
  return {
    matches: ({ root, pointer }) => root.uri === uri && pointer === "",
    isIn: (root) => root.uri === uri,
  };
}
