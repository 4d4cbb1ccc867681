/** Follows references inside one document. */
import { pointerOf } from "@toolwright/runtime/json";
import type { JsonSchema } from "../model/schema.ts";
import { isSchemaObject } from "../schema/keywords.ts";
import { atPointer } from "../schema/reference.ts";
import { walk } from "../schema/walk.ts";

const anchors = new WeakMap<object, ReadonlyMap<string, string>>();

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

function anchorsOf(document: object): ReadonlyMap<string, string> {
  const known = anchors.get(document);
  if (known) return known;
  const found = new Map<string, string>();
  walk(document, ({ $anchor }, path) => {
    if (typeof $anchor === "string" && !found.has($anchor)) found.set($anchor, pointerOf(path));
  });
  anchors.set(document, found);
  return found;
}
