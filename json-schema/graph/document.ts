/** A schema that is a document of its own: its references lead nowhere else. */

import { isSchemaObject } from "../keywords.ts";
import { findDialect } from "../normalise.ts";
import { atPointer } from "../pointer.ts";
import { anchorsOf, type LocatedSchema, type Resolver } from "../schema-locations.ts";
import type { JsonSchema, SchemaRoot } from "../types.ts";
import { graphFor } from "./graph.ts";
import type { Node } from "./node.ts";

/** The graph of a document: the root, and everything that it refers to. */
export function makeGraph(document: JsonSchema): Node {
  return graphFor(referenceIn)(documentTarget(document));
}

/** Makes the root of a document out of its schema. Its dialect is that of `$schema`, else 2020-12. */
export function documentTarget(schema: JsonSchema): LocatedSchema {
  const root: SchemaRoot = { uri: "", schema, dialect: findDialect(schema), at: { file: "", path: [] } };
  return { root, pointer: "", schema };
}

/** Resolves `#`, `#/pointer` or `#anchor`. Undefined for other documents, and if the target is not a schema. */
export const referenceIn: Resolver = (reference, root) => {
  const { schema: document } = root;
  if (!reference.startsWith("#") || !isSchemaObject(document)) return undefined;
  const fragment = reference.slice(1);
  const isPointer = fragment === "" || fragment.startsWith("/");
  const pointer = isPointer ? fragment : anchorsOf(document).get(fragment);
  const schema = pointer === undefined ? undefined : atPointer(document, pointer);
  if (pointer === undefined || (typeof schema !== "boolean" && !isSchemaObject(schema))) return undefined;
  return { root, schema, pointer };
};
