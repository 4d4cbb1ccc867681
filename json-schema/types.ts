/** JSON Schemas as data, with their places in the source. */

/** A value of JSON. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** A JSON Schema that is an object: keyword -> its value. */
export type SchemaObject = { readonly [keyword: string]: unknown };

/** A JSON Schema as data; `true` and `false` are schemas too. */
export type JsonSchema = boolean | SchemaObject;

/** The steps to a part of a value: names and indexes. */
export type Path = readonly (string | number)[];

/** The place of a value in the source: a file, and the path in the file. */
export interface SourceLocation {
  /** The path of the file; `""` for a schema from no file. */
  readonly file: string;
  /** The names and indexes that lead to the value in the file. */
  readonly path: Path;
}

/** The versions of JSON Schema that a spec may be written in; each schema file and tool schema names its own. */
export type Dialect = "2020-12" | "draft-07";

/** A schema with an address of its own: `#` in a reference inside it means this root. */
export interface SchemaRoot {
  /** `spec:///types/form_id.yaml`, `spec:///tools/service_ping.yaml/input`. */
  readonly uri: string;
  /** The source schema, but with limits as numbers and references to other files as addresses. */
  readonly schema: JsonSchema;
  /** The version of JSON Schema that `schema` is written in. */
  readonly dialect: Dialect;
  /** Its place in the spec. */
  readonly at: SourceLocation;
}
