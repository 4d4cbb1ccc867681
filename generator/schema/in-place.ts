/** Follows schemas that describe the same value: circles of references, and how many schemas one value runs through. */
import type { Path } from "../diagnostics/diagnostic.ts";
import type { SchemaObject, SchemaRoot } from "../model/schema.ts";
import { isSchemaObject } from "./keywords.ts";
import { normalise } from "./normalise.ts";
import { pointerSteps } from "./reference.ts";
import type { LocatedSchema, Resolver } from "./roots.ts";
import { sourcePath } from "./source-path.ts";
import { subschemas, walk } from "./walk.ts";

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

/** A reference that leads back to itself for the same value. */
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

  function visit(source: unknown, root: SchemaRoot, path: Path): void {
    if (!isSchemaObject(source) || done.has(source)) return;
    open.set(source, trail.length);
    const schema = normalise(source, root.dialect);
    for (const child of subschemas(schema)) {
      if (inPlaceKeywords.has(child.keyword)) visit(child.schema, root, [...path, ...child.path]);
    }
    const target = typeof schema.$ref === "string" ? resolve(schema.$ref, root) : undefined;
    if (target) follow(target, { root, path: sourcePath(root.schema, [...path, "$ref"]) });
    open.delete(source);
    done.add(source);
  }

  function follow({ schema, root, pointer }: LocatedSchema, link: Link): void {
    const since = isSchemaObject(schema) ? open.get(schema) : undefined;
    trail.push(link);
    if (since !== undefined) found.push({ ...link, through: trail.slice(since, -1) });
    else visit(schema, root, pointerSteps(pointer));
    trail.pop();
  }

  for (const root of roots) walk(root.schema, (schema, path) => visit(schema, root, path));
  return found;
}

/** Counts stop here. */
const maxCount = 1e12;

/**
 * How many schemas are run to check one value: a schema, all that describe the same value for it, and so on, each as often
 * as it is reached. Takes time in proportion to the schemas; one that leads back to itself counts once.
 */
export function runsCounter(resolve: Resolver): (source: unknown, root: SchemaRoot) => number {
  const counts = new Map<SchemaObject, number>();
  return function runs(source, root): number {
    if (!isSchemaObject(source)) return 1;
    const counted = counts.get(source);
    if (counted !== undefined) return counted;
    counts.set(source, 1);
    const count = inPlaceOf(source, root, resolve).reduce(
      (sum, { schema, root }) => sum + runs(schema, root),
      1,
    );
    counts.set(source, Math.min(count, maxCount));
    return Math.min(count, maxCount);
  };
}

/** The schemas that describe the same value for a schema, one step away. */
export function inPlaceOf(
  source: SchemaObject,
  root: SchemaRoot,
  resolve: Resolver,
): { readonly schema: unknown; readonly root: SchemaRoot }[] {
  const schema = normalise(source, root.dialect);
  const target = typeof schema.$ref === "string" ? resolve(schema.$ref, root) : undefined;
  return [
    ...subschemas(schema)
      .filter(({ keyword }) => inPlaceKeywords.has(keyword))
      .map((child) => ({ schema: child.schema, root })),
    ...(target ? [target] : []),
  ];
}
