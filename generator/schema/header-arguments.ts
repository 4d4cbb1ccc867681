/** Finds the arguments that clients repeat in headers. */

/** An argument that clients repeat in a header (MCP 2026-07-28, Streamable HTTP, "Custom headers from tool parameters"). */
import { isSchemaObject } from "@toolwright/json-schema";
export interface HeaderArgument {
  /** Such as `Mcp-Param-Region`. */
  readonly header: string;
  /** The names of properties from the arguments down to the repeated one. */
  readonly path: readonly string[];
}

/** The arguments with `x-mcp-header` that are reached through `properties` alone; clients ignore others. */
export function headerArguments(input: unknown, path: readonly string[] = []): HeaderArgument[] {
  if (!isSchemaObject(input) || !isSchemaObject(input.properties)) return [];
  return Object.entries(input.properties).flatMap(([name, property]) => {
    const header = isSchemaObject(property) ? property["x-mcp-header"] : undefined;
    const own = typeof header === "string" ? [{ header: `Mcp-Param-${header}`, path: [...path, name] }] : [];
    return [...own, ...headerArguments(property, [...path, name])];
  });
}
