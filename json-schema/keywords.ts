/** The table of keywords. */
import { isObject } from "./json.ts";
import table from "./keywords.json" with { type: "json" };
import type { SchemaObject } from "./types.ts";

/**
 * The keywords of JSON Schema 2020-12 and of this language, with the shape of each one's value. The walker finds
 * subschemas by it, the rules check values and spelling by it.
 */
export type KeywordShape =
  | "schema"
  | "schemas"
  | "schema-map"
  | "dependencies"
  | "schema-or-schemas"
  | "number"
  | "positive"
  | "count"
  | "text"
  | "regex"
  | "flag"
  | "names"
  | "names-map"
  | "types"
  | "list"
  | "object"
  | "any";

/** A keyword that schemas of a spec may have. */
export interface Keyword {
  /** The form of its value. */
  readonly shape: KeywordShape;
  /** The meaning of the keyword in one line, for editors. */
  readonly says: string;
  /** The JSON types of values that it constrains; left out: any type, or it is an annotation. */
  readonly on?: "string" | "number" | "array" | "object";
  /** It describes, it never makes a value invalid. */
  readonly annotation?: true;
  /** The keyword comes from an older draft, not from 2020-12; specs may pass it through. */
  readonly legacy?: true;
  /** The keyword is missing in draft-07. */
  readonly since?: "2020-12";
}

/** Each keyword; `keywords.json` has the words. */
export const keywords = table as Readonly<Record<string, Keyword>>;

/** Whether a value is an object, as each schema but `true` and `false` is. Its keywords may be malformed. */
export function isSchemaObject(value: unknown): value is SchemaObject {
  return isObject(value);
}
