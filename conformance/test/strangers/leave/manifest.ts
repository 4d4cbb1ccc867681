/** The tools as clients see them, and the values that an argument has when it is left out. */
import { readFileSync } from "node:fs";
import type { JsonSchemaObject } from "fastmcp";

interface ListedTool {
  readonly name: string;
  readonly description: string;
  readonly annotations: Readonly<Record<string, boolean | string>>;
  readonly inputSchema: JsonSchemaObject & {
    readonly properties: Readonly<Record<string, { readonly default?: unknown }>>;
  };
  readonly outputSchema: JsonSchemaObject;
}

export const listed: readonly ListedTool[] = JSON.parse(
  readFileSync(new URL("manifest.json", import.meta.url), "utf8"),
).tools;

export function withDefaults({ inputSchema }: ListedTool, input: object): object {
  const defaults = Object.entries(inputSchema.properties)
    .filter(([, schema]) => schema.default !== undefined)
    .map(([name, schema]) => [name, schema.default]);
  return { ...Object.fromEntries(defaults), ...input };
}
