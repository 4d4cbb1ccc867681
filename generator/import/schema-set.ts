import type { SchemaObject } from "../model/schema.ts";
import { belongsTo, dialectOf } from "../schema/normalise.ts";
import { walk } from "../schema/walk.ts";

/** The input or output schema of a tool. References to types are absolute: `spec:///types/NAME.yaml`. */
export interface ToolSchema {
  /** Index of its tool in the manifest. */
  readonly tool: number;
  readonly side: "input" | "output";
  readonly schema: SchemaObject;
}

/** A schema that gets a file of its own under `types/`. */
export interface SharedType {
  /** Stem of its file. */
  readonly name: string;
  readonly schema: SchemaObject;
}

/** All schemas of a spec: those of the tools, and the types that they share. */
export interface SchemaSet {
  readonly roots: readonly ToolSchema[];
  readonly types: readonly SharedType[];
}

/** The length of JSON from which a schema is shared. Shorter schemas are easier to read in place than behind a reference. */
export const minSharedLength = 100;

/** Whether a part of a schema keeps its meaning in a file of its own, which has no `$schema` and is read as 2020-12. */
export function keepsMeaning(part: SchemaObject, whole: SchemaObject): boolean {
  const dialect = dialectOf(whole);
  if (dialect === "2020-12") return true;
  let same = true;
  walk(part, (object) => {
    const entries = Object.entries(object);
    // In draft-07, keywords beside a $ref are ignored.
    if (typeof object.$ref === "string" && entries.length > 1) same = false;
    same &&= entries.every(
      ([key, value]) => belongsTo(key, value, dialect) === belongsTo(key, value, "2020-12"),
    );
  });
  return same;
}

/** The references of a schema to its own file, such as `#/$defs/item`. */
export function localReferences(schema: SchemaObject): string[] {
  const references: string[] = [];
  walk(schema, ({ $ref }) => {
    if (typeof $ref === "string" && $ref.startsWith("#")) references.push($ref);
  });
  return references;
}
