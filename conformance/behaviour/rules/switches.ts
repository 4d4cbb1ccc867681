import type { CallRule } from "../../cases/call-rules.ts";
import { type Json, valueAt } from "../../cases/edits.ts";
import type { CaseFile } from "../../cases/format.ts";

/** Lists the boolean arguments of a reading tool that a call does not set. */
export function listOptionalSwitches(
  { tools, schemas }: CaseFile,
  { tool, input }: CallRule,
): readonly string[] {
  const rule = tools[tool];
  if (rule === undefined || !rule.readOnly) return [];
  const properties = valueAt(schemas[rule.input] ?? null, "/properties");
  if (typeof properties !== "object" || properties === null) return [];
  return Object.entries(properties as { readonly [name: string]: Json })
    .filter(([name, schema]) => !Object.hasOwn(input, name) && valueAt(schema, "/type") === "boolean")
    .map(([name]) => name);
}
