/**
 * An entry of the MCP Registry (https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json), in our own
 * words. That schema closes no object; here all are, so that a misspelt key fails.
 */
type Schema = Readonly<Record<string, unknown>>;

const text = { type: "string" };
const uri = { type: "string", format: "uri" };
const flag = { type: "boolean" };
const list = (items: Schema) => ({ type: "array", items });
const closed = (properties: Schema, required: readonly string[]) => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
});

const input = {
  description: text,
  value: text,
  default: text,
  placeholder: text,
  choices: list(text),
  format: { enum: ["string", "number", "boolean", "filepath"] },
  isRequired: flag,
  isSecret: flag,
};
const variables = { type: "object", additionalProperties: closed(input, []) };
const keyValues = list(closed({ name: text, ...input, variables }, ["name"]));
const url = { type: "string", format: "uri-template" };
const http = { type: { enum: ["streamable-http", "sse"] }, url, headers: keyValues };
const argument = {
  oneOf: [
    {
      ...closed({ type: { const: "positional" }, valueHint: text, isRepeated: flag, ...input, variables }, [
        "type",
      ]),
      anyOf: [{ required: ["valueHint"] }, { required: ["value"] }],
    },
    closed({ type: { const: "named" }, name: text, isRepeated: flag, ...input, variables }, ["type", "name"]),
  ],
};
const icon = closed(
  {
    src: { ...uri, maxLength: 255 },
    mimeType: { enum: ["image/png", "image/jpeg", "image/jpg", "image/svg+xml", "image/webp"] },
    sizes: list({ type: "string", pattern: "^(\\d+x\\d+|any)$" }),
    theme: { enum: ["light", "dark"] },
  },
  ["src"],
);

export const registryEntry: Schema = closed(
  {
    $schema: { const: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json" },
    name: { type: "string", minLength: 3, maxLength: 200, pattern: "^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$" },
    title: { type: "string", minLength: 1, maxLength: 100 },
    description: { type: "string", minLength: 1, maxLength: 100 },
    version: { type: "string", maxLength: 255 },
    websiteUrl: uri,
    icons: list(icon),
    repository: closed({ url: uri, source: text, id: text, subfolder: text }, ["url", "source"]),
    packages: list(
      closed(
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
          transport: {
            oneOf: [closed({ type: { const: "stdio" } }, ["type"]), closed(http, ["type", "url"])],
          },
        },
        ["registryType", "identifier", "transport"],
      ),
    ),
    remotes: list(closed({ ...http, variables }, ["type", "url"])),
    _meta: closed({ "io.modelcontextprotocol.registry/publisher-provided": { type: "object" } }, []),
  },
  ["name", "description", "version"],
);
