import entry from "./registry.json" with { type: "json" };
import type { Shape } from "./shape.ts";

/**
 * The entry of a server in the MCP Registry (schema 2025-12-11), without the fields that come from the rest of the spec.
 * A value of this shape is valid in the Registry.
 */
const { $defs, ...shape } = entry;

export const registry: Shape = shape;

/** Shapes that occur more than once, as `$defs` of the language; otherwise Ajv would repeat their code at each place. */
export const registryDefinitions: Readonly<Record<string, Shape>> = $defs;
