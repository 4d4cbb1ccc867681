/** Follows references inside one document. */
import type { JsonSchema } from "../model/schema.ts";
import { isSchemaObject } from "../schema/keywords.ts";
import { atPointer } from "../schema/reference.ts";
import { anchorsOf } from "../schema/roots.ts";

/** What `#`, `#/pointer` or `#anchor` leads to. Undefined for other documents, and where there is no schema. */
export function referenceIn(
  reference: string,
  document: JsonSchema,
): { readonly schema: JsonSchema; readonly pointer: string } | undefined {
  if (!reference.startsWith("#") || !isSchemaObject(document)) return undefined;
  const fragment = reference.slice(1);
  const isPointer = fragment === "" || fragment.startsWith("/");
  const pointer = isPointer ? fragment : anchorsOf(document).get(fragment);
  const schema = pointer === undefined ? undefined : atPointer(document, pointer);
  if (pointer === undefined || (typeof schema !== "boolean" && !isSchemaObject(schema))) return undefined;
  return { schema, pointer };
}
