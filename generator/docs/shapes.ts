/** Collects the schemas that get a section of their own in docs/tools.md. */
import { fileStem } from "../model/names.ts";
import type { JsonSchema, SchemaObject, SchemaRoot } from "../model/schema.ts";
import { isSchemaObject } from "../schema/keywords.ts";
import { normalise } from "../schema/normalise.ts";
import type { Resolver } from "../schema/roots.ts";
import { anchorPart } from "./markdown.ts";

/** A schema, and the root that its references are relative to. */
export interface Located {
  readonly schema: JsonSchema;
  readonly root: SchemaRoot;
}

/** A schema that has a section of its own; each use links to it. */
export interface Shape extends Located {
  readonly name: string;
  readonly anchor: string;
}

/** The shapes that a page has linked so far, in the order of their first use. */
export interface Shapes {
  /** The shape that a reference leads to; `undefined` if its target is simple enough to be described in place. */
  shapeAt(from: Located): Shape | undefined;
  /** The schema that a reference leads to, simple or not. */
  target(from: Located): Located | undefined;
  all(): readonly Shape[];
}

export function shapesOf(resolve: Resolver): Shapes {
  const shapes = new Map<string, Shape>();
  const target = ({ schema, root }: Located) =>
    isSchemaObject(schema) && typeof schema.$ref === "string" ? resolve(schema.$ref, root) : undefined;
  return {
    target,
    shapeAt(from) {
      const found = target(from);
      if (!found || isSimple(found)) return undefined;
      const { root, pointer, schema } = found;
      const file = fileStem(root.uri.replace(/\/(input|output)$/, ""));
      const key = pointer === "" ? file : `${file}${pointer}`;
      const name = pointer === "" ? file : pointer.slice(pointer.lastIndexOf("/") + 1);
      const shape = shapes.get(key) ?? { schema, root, name, anchor: `shape-${anchorPart(key)}` };
      shapes.set(key, shape);
      return shape;
    },
    all: () => [...shapes.values()],
  };
}

/** The keywords of the normalised schema; none for `true` and `false`. */
export function keywordsOf({ schema, root }: Located): SchemaObject {
  return isSchemaObject(schema) ? normalise(schema, root.dialect) : {};
}

const compositeKeywords = [
  "properties",
  "patternProperties",
  "allOf",
  "anyOf",
  "oneOf",
  "prefixItems",
  "$ref",
  "if",
];

/** An enum with more values becomes a shape. */
const maxInlineValues = 8;

/** Whether a value has no parts, so that its type and constraints fit in the row of a property. */
function isSimple(located: Located): boolean {
  const keywords = keywordsOf(located);
  if (Array.isArray(keywords.enum) && keywords.enum.length > maxInlineValues) return false;
  const names = { schema: keywords.propertyNames as JsonSchema, root: located.root };
  if (isSchemaObject(names.schema) && !isSimple(names)) return false;
  const parts = [keywords.items, keywords.additionalProperties].some(isSchemaObject);
  return !parts && !compositeKeywords.some((keyword) => keywords[keyword] !== undefined);
}
