import type { Locus } from "../diagnostic.ts";
import type { JsonSchema } from "./keywords.ts";
import type { Dialect } from "./meaning.ts";

/** A schema with an address of its own: `#` in a reference inside it means this root. */
export interface SchemaRoot {
  /** `spec:///types/form_id.yaml`, `spec:///tools/service_ping.yaml/input`. */
  readonly uri: string;
  /** As it is written, but with limits as numbers and references to other files as addresses. */
  readonly schema: JsonSchema;
  /** How `schema` is to be read. */
  readonly dialect: Dialect;
  readonly at: Locus;
}
