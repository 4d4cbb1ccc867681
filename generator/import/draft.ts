import type { SchemaObject } from "../model/schema.ts";
import { belongsTo, dialectOf } from "../schema/normalise.ts";
import { walk } from "../schema/walk.ts";

/** A schema of a tool on its way into a spec. References to types are absolute: `spec:///types/NAME.yaml`. */
export interface Root {
  /** Index of its tool in the manifest. */
  readonly tool: number;
  readonly side: "input" | "output";
  readonly schema: SchemaObject;
}

/** A shape that has a file of its own. */
export interface SharedType {
  /** Stem of its file. */
  readonly name: string;
  readonly schema: SchemaObject;
}

/** The schemas of a spec: those of the tools, and the types that they share. */
export interface Draft {
  readonly roots: readonly Root[];
  readonly types: readonly SharedType[];
}

/** Length of the JSON of the smallest shape that is shared: a reference to less would say less than the shape. */
export const smallestShared = 100;

/** Whether a part of a schema means the same in a file of its own, which names no `$schema` and is read as 2020-12. */
export function readsTheSame(part: SchemaObject, whole: SchemaObject): boolean {
  const dialect = dialectOf(whole);
  if (dialect === "2020-12") return true;
  let same = true;
  walk(part, (object) => {
    const entries = Object.entries(object);
    // In draft-07, nothing beside a $ref counts.
    if (typeof object.$ref === "string" && entries.length > 1) same = false;
    same &&= entries.every(
      ([key, value]) => belongsTo(key, value, dialect) === belongsTo(key, value, "2020-12"),
    );
  });
  return same;
}

/** The references of a schema that stay inside its file, such as `#/$defs/item`. */
export function localReferences(schema: SchemaObject): string[] {
  const found: string[] = [];
  walk(schema, ({ $ref }) => {
    if (typeof $ref === "string" && $ref.startsWith("#")) found.push($ref);
  });
  return found;
}
