import type { Path } from "../diagnostics/diagnostic.ts";
import type { SchemaObject, SchemaRoot } from "../model/schema.ts";
import { isSchemaObject } from "./keywords.ts";
import { meaningOf } from "./meaning.ts";
import { pointerSteps } from "./reference.ts";
import type { Resolver } from "./roots.ts";
import { subschemas, walk } from "./walk.ts";
import { writtenPath } from "./written.ts";

/** Keywords whose subschemas describe the same value as the schema that has them. */
const inPlaceKeywords: ReadonlySet<string> = new Set([
  "allOf",
  "anyOf",
  "oneOf",
  "not",
  "if",
  "then",
  "else",
  "dependentSchemas",
]);

/** A `$ref`: from its root to the keyword. */
interface Link {
  readonly root: SchemaRoot;
  readonly path: Path;
}

/** A reference whose schema describes the value that the reference describes: nothing was consumed on the way. */
export interface Circle extends Link {
  /** The other references of the circle, in the order in which they lead to this one. */
  readonly through: readonly Link[];
}

/** References that lead back to where they stand without going deeper into the value. Each circle once. */
export function circles(roots: readonly SchemaRoot[], resolve: Resolver): Circle[] {
  const found: Circle[] = [];
  /** Schemas that are being read, with the number of references that led to each. */
  const open = new Map<SchemaObject, number>();
  const done = new Set<SchemaObject>();
  const trail: Link[] = [];

  function visit(written: unknown, root: SchemaRoot, path: Path): void {
    if (!isSchemaObject(written) || done.has(written)) return;
    open.set(written, trail.length);
    const schema = meaningOf(written, root.dialect);
    for (const child of subschemas(schema)) {
      if (inPlaceKeywords.has(child.keyword)) visit(child.schema, root, [...path, ...child.path]);
    }
    const target = typeof schema.$ref === "string" ? resolve(schema.$ref, root) : undefined;
    if (target && isSchemaObject(target.schema)) {
      const link = { root, path: writtenPath(root.schema, [...path, "$ref"]) };
      const since = open.get(target.schema);
      trail.push(link);
      if (since !== undefined) found.push({ ...link, through: trail.slice(since, -1) });
      else visit(target.schema, target.root, pointerSteps(target.pointer));
      trail.pop();
    }
    open.delete(written);
    done.add(written);
  }

  for (const root of roots) walk(root.schema, (schema, path) => visit(schema, root, path));
  return found;
}

/** Beyond this it does not matter how many more there are. */
const countless = 1e12;

/**
 * How many schemas are run to check one value: a schema, all that describe the same value for it, and so on, each as often
 * as it is reached. Takes time in proportion to the schemas; one that leads back to itself counts once.
 */
export function runsCounter(resolve: Resolver): (written: unknown, root: SchemaRoot) => number {
  const known = new Map<SchemaObject, number>();
  return function runs(written, root): number {
    if (!isSchemaObject(written)) return 1;
    const before = known.get(written);
    if (before !== undefined) return before;
    known.set(written, 1);
    const count = inPlaceOf(written, root, resolve).reduce(
      (sum, { schema, root }) => sum + runs(schema, root),
      1,
    );
    known.set(written, Math.min(count, countless));
    return Math.min(count, countless);
  };
}

/** The schemas that describe the same value for a schema, one step away. */
export function inPlaceOf(
  written: SchemaObject,
  root: SchemaRoot,
  resolve: Resolver,
): { readonly schema: unknown; readonly root: SchemaRoot }[] {
  const schema = meaningOf(written, root.dialect);
  const target = typeof schema.$ref === "string" ? resolve(schema.$ref, root) : undefined;
  return [
    ...subschemas(schema)
      .filter(({ keyword }) => inPlaceKeywords.has(keyword))
      .map((child) => ({ schema: child.schema, root })),
    ...(target ? [target] : []),
  ];
}
