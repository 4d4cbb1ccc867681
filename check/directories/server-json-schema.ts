/**
 * The schema of server.json (https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json), in our own words.
 * Like that one it lets objects have further keys.
 */
import {
  flag,
  iconMembers,
  inputMembers,
  inputs,
  keyValues,
  list,
  object,
  repository,
  text,
  uri,
} from "./schema-parts.ts";

/** A JSON Schema as data. */
export type Schema = Readonly<Record<string, unknown>>;

const url = { type: "string", pattern: "^https?://[^\\s]+$" };
const http = { type: { enum: ["streamable-http", "sse"] }, url, headers: keyValues };
const argument = {
  oneOf: [
    {
      ...object(
        {
          type: { const: "positional" },
          valueHint: text,
          isRepeated: flag,
          ...inputMembers,
          variables: inputs,
        },
        ["type"],
      ),
      anyOf: [{ required: ["valueHint"] }, { required: ["value"] }],
    },
    object({ type: { const: "named" }, name: text, isRepeated: flag, ...inputMembers, variables: inputs }, [
      "type",
      "name",
    ]),
  ],
};
const icon = object(
  {
    ...iconMembers,
    src: { ...uri, maxLength: 255 },
    mimeType: { enum: ["image/png", "image/jpeg", "image/jpg", "image/svg+xml", "image/webp"] },
    sizes: list({ type: "string", pattern: "^(\\d+x\\d+|any)$" }),
  },
  ["src"],
);
const transport = {
  oneOf: [object({ type: { const: "stdio" } }, ["type"]), object(http, ["type", "url"])],
};
const packageEntry = object(
  {
    registryType: text,
    identifier: text,
    version: { type: "string", minLength: 1, not: { const: "latest" } },
    registryBaseUrl: uri,
    fileSha256: { type: "string", pattern: "^[a-f0-9]{64}$" },
    runtimeHint: text,
    runtimeArguments: list(argument),
    packageArguments: list(argument),
    environmentVariables: keyValues,
    transport,
  },
  ["registryType", "identifier", "transport"],
);

/** JSON Schema of entries in the MCP Registry. */
export const serverJsonSchema: Schema = object(
  {
    $schema: uri,
    name: { type: "string", minLength: 3, maxLength: 200, pattern: "^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$" },
    title: { type: "string", minLength: 1, maxLength: 100 },
    description: { type: "string", minLength: 1, maxLength: 100 },
    version: { type: "string", maxLength: 255 },
    websiteUrl: uri,
    icons: list(icon),
    repository,
    packages: list(packageEntry),
    remotes: list(object({ ...http, variables: inputs }, ["type", "url"])),
    _meta: object({ "io.modelcontextprotocol.registry/publisher-provided": { type: "object" } }, []),
  },
  ["name", "description", "version"],
);
