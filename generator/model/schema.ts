/** JSON Schemas as data, and the places in a spec where each of them starts. */
import type { SpecLocation } from "../diagnostics/diagnostic.ts";

export type SchemaObject = { readonly [keyword: string]: unknown };

/** A JSON Schema as data; `true` and `false` are schemas too. */
export type JsonSchema = boolean | SchemaObject;

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
  readonly at: SpecLocation;
}
