/** An entry of the MCP Registry whose objects are all closed, so that a misspelt key fails. Its own schema closes none. */
import { serverJsonSchema } from "@toolwright/check/directories";
import { rewrite } from "@toolwright/json-schema";

export const registryEntry = rewrite(serverJsonSchema, (schema) =>
  schema.properties === undefined ? schema : { ...schema, additionalProperties: false },
) as Readonly<Record<string, unknown>>;
