import type { Locus } from "../diagnostic.ts";
import type { LimitReader } from "../limits.ts";
import type { SchemaRoot } from "../model.ts";
import type { JsonSchema } from "../schema/keywords.ts";
import { dialectOf } from "../schema/meaning.ts";
import { withAbsoluteReferences } from "../schema/reference.ts";

/** A schema of a spec file, its limits filled in and its references absolute. */
export function rootOf(uri: string, value: unknown, at: Locus, reader: LimitReader): SchemaRoot {
  const schema = withAbsoluteReferences(reader.fill(value, at), at.file) as JsonSchema;
  return { uri, schema, dialect: dialectOf(schema), at };
}
