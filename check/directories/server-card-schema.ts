/** The schema of server cards (SEP-2127, version v1), in our own words. Like that one it lets objects have further keys. */
import { iconMembers, inputs, keyValues, list, object, repository, text, uri } from "./schema-parts.ts";

const remote = object(
  {
    type: { enum: ["streamable-http", "sse"] },
    url: { type: "string", pattern: "^(https?://[^\\s]+|\\{[a-zA-Z_][a-zA-Z0-9_]*\\}[^\\s]*)$" },
    headers: keyValues,
    variables: inputs,
    supportedProtocolVersions: list(text),
  },
  ["type", "url"],
);

/** The value of `$schema` that a server card must have. */
export const serverCardSchemaUri =
  "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json";

/** JSON Schema of server cards (SEP-2127). */
export const serverCardSchema: Readonly<Record<string, unknown>> = object(
  {
    $schema: { const: serverCardSchemaUri },
    name: { type: "string", minLength: 3, maxLength: 200, pattern: "^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$" },
    title: { type: "string", minLength: 1, maxLength: 100 },
    description: { type: "string", minLength: 1, maxLength: 100 },
    version: { type: "string", maxLength: 255 },
    websiteUrl: uri,
    icons: list(object(iconMembers, ["src"])),
    repository,
    remotes: list(remote),
    _meta: { type: "object" },
  },
  ["$schema", "description", "name", "version"],
);
