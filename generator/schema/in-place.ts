import type { Path } from "../diagnostic.ts";
import type { SchemaRoot } from "../model.ts";
import { isSchemaObject, type SchemaObject } from "./keywords.ts";
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
