/** Schemas with their places, and how references lead from one to another. */

import { isSchemaObject } from "./keywords.ts";
import { memoize, memoizeText } from "./memoize.ts";
import { atPointer, pointerSteps, splitReference, toPointer } from "./pointer.ts";
import { normalisedPath } from "./source-path.ts";
import { sourceRoot } from "./source-root.ts";
import type { JsonSchema, SchemaObject, SchemaRoot } from "./types.ts";
import { subschemas, walk } from "./walk.ts";

/** A schema and its place. References resolve to this. */
export interface LocatedSchema {
  /** The schema with an address of its own that it is in. */
  readonly root: SchemaRoot;
  /** JSON pointer inside the root, `""` for the root itself. */
  readonly pointer: string;
  /** The schema itself. */
  readonly schema: JsonSchema;
}

/** Finds the schema that the `$ref` of a root leads to; undefined if there is none. */
export type Resolver = (reference: string, from: SchemaRoot) => LocatedSchema | undefined;

/** Returns a function that resolves references between these roots, and within each of them. */
export function makeResolver(roots: readonly SchemaRoot[]): Resolver {
  const byUri = new Map(roots.map((root) => [root.uri, root]));
  const fromRoot = memoize((from: SchemaRoot) => memoizeText((reference) => resolve(reference, from)));
  return (reference, from) => fromRoot(from)(reference);

  function resolve(reference: string, from: SchemaRoot): LocatedSchema | undefined {
    const { uri, pointer: fragment } = splitReference(reference);
    const root = uri === "" ? from : byUri.get(uri);
    const pointer = root && pointerIn(root, fragment);
    if (root === undefined || pointer === undefined) return undefined;
    const schema = atPointer(root.schema, pointer);
    return typeof schema === "boolean" || isSchemaObject(schema) ? { root, pointer, schema } : undefined;
  }

  /** A fragment is a pointer into the source of the root, or an anchor. */
  function pointerIn(root: SchemaRoot, fragment: string): string | undefined {
    if (fragment !== "" && !fragment.startsWith("/"))
      return isSchemaObject(root.schema) ? anchorsOf(root.schema).get(fragment) : undefined;
    const source = sourceRoot(root);
    return source === root ? fragment : toPointer(normalisedPath(source.schema, pointerSteps(fragment)));
  }
}

/** Whether the place is one for a schema: not below an unknown keyword, or in a `default`. */
export function isPlaceOfSchema({ root, pointer }: LocatedSchema): boolean {
  return leadsOn(root.schema, pointerSteps(pointer));
}

function leadsOn(schema: unknown, steps: readonly string[]): boolean {
  if (steps.length === 0) return true;
  if (!isSchemaObject(schema)) return false;
  const next = subschemas(schema).find(({ path }) =>
    path.every((step, index) => String(step) === steps[index]),
  );
  return next !== undefined && leadsOn(next.schema, steps.slice(next.path.length));
}

/** A root and all roots that it refers to, directly or not, in the order of first use. */
export function rootsBelow(root: SchemaRoot, resolve: Resolver): SchemaRoot[] {
  const reached = new Set([root]);
  for (const each of reached) for (const next of referredRoots(resolve)(each)) reached.add(next);
  return [...reached];
}

const referredRoots = memoize((resolve: Resolver) =>
  memoize((root: SchemaRoot) => {
    const found = new Set<SchemaRoot>();
    walk(root.schema, ({ $ref }) => {
      const target = typeof $ref === "string" ? resolve($ref, root) : undefined;
      if (target) found.add(target.root);
    });
    return found;
  }),
);

/** Maps each `$anchor` to the pointer of its subschema. */
export const anchorsOf = memoize((document: SchemaObject): ReadonlyMap<string, string> => {
  const found = new Map<string, string>();
  walk(document, ({ $anchor }, path) => {
    if (typeof $anchor === "string" && !found.has($anchor)) found.set($anchor, toPointer(path));
  });
  return found;
});
