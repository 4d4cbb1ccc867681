import type { SpecLocation } from "../diagnostics/diagnostic.ts";
import type { JsonSchema, SchemaRoot } from "../model/schema.ts";
import { dialectOf } from "../schema/normalise.ts";
import { withAbsoluteReferences } from "../schema/reference.ts";
import type { LimitSubstituter } from "./limits.ts";

/** A schema of a spec file, with limits as numbers and references as absolute addresses. */
export function rootOf(
  uri: string,
  value: unknown,
  at: SpecLocation,
  substituter: LimitSubstituter,
): SchemaRoot {
  const schema = withAbsoluteReferences(substituter.substitute(value, at), at.file) as JsonSchema;
  return { uri, schema, dialect: dialectOf(schema), at };
}
