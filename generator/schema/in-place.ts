import type { Path } from "../diagnostic.ts";
import type { SchemaRoot } from "../model.ts";
import { isSchemaObject, type SchemaObject } from "./keywords.ts";
import { meaningOf } from "./meaning.ts";
import { pointerSteps } from "./reference.ts";
import type { Resolver } from "./roots.ts";
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

/** A reference whose schema describes the value that the reference describes: nothing was consumed on the way. */
export interface Circle {
  readonly root: SchemaRoot;
  /** From the root to the `$ref` that closes the circle. */
  readonly path: Path;
}

/** References that lead back to where they stand without going deeper into the value. Each circle once. */
export function circles(roots: readonly SchemaRoot[], resolve: Resolver): Circle[] {
  const found: Circle[] = [];
  const open = new Set<SchemaObject>();
  const done = new Set<SchemaObject>();

  function visit(written: unknown, root: SchemaRoot, path: Path): void {
    if (!isSchemaObject(written) || done.has(written)) return;
    open.add(written);
    const schema = meaningOf(written, root.dialect);
    for (const child of subschemas(schema)) {
      if (inPlaceKeywords.has(child.keyword)) visit(child.schema, root, [...path, ...child.path]);
    }
    const target = typeof schema.$ref === "string" ? resolve(schema.$ref, root) : undefined;
    if (target && isSchemaObject(target.schema)) {
      if (open.has(target.schema)) found.push({ root, path: [...path, "$ref"] });
      else visit(target.schema, target.root, pointerSteps(target.pointer));
    }
    open.delete(written);
    done.add(written);
  }

  for (const root of roots) walk(root.schema, (schema, path) => visit(schema, root, path));
  return found;
}
