/**
 * The schema of server.json (https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json), in our own words.
 * Like that one it lets objects have further keys.
 */
type Schema = Readonly<Record<string, unknown>>;

const text = { type: "string" };
const uri = { type: "string", format: "uri" };
const flag = { type: "boolean" };
const list = (items: Schema) => ({ type: "array", items });
const object = (properties: Schema, required: readonly string[]) => ({
  type: "object",
  properties,
  required,
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
const variables = { type: "object", additionalProperties: object(input, []) };
const keyValues = list(object({ name: text, ...input, variables }, ["name"]));
const url = { type: "string", pattern: "^https?://[^\\s]+$" };
const http = { type: { enum: ["streamable-http", "sse"] }, url, headers: keyValues };
const argument = {
  oneOf: [
    {
      ...object({ type: { const: "positional" }, valueHint: text, isRepeated: flag, ...input, variables }, [
        "type",
      ]),
      anyOf: [{ required: ["valueHint"] }, { required: ["value"] }],
    },
    object({ type: { const: "named" }, name: text, isRepeated: flag, ...input, variables }, ["type", "name"]),
  ],
};
const icon = object(
  {
    src: { ...uri, maxLength: 255 },
    mimeType: { enum: ["image/png", "image/jpeg", "image/jpg", "image/svg+xml", "image/webp"] },
    sizes: list({ type: "string", pattern: "^(\\d+x\\d+|any)$" }),
    theme: { enum: ["light", "dark"] },
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

export const serverJsonSchema: Schema = object(
  {
    $schema: uri,
    name: { type: "string", minLength: 3, maxLength: 200, pattern: "^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$" },
    title: { type: "string", minLength: 1, maxLength: 100 },
    description: { type: "string", minLength: 1, maxLength: 100 },
    version: { type: "string", maxLength: 255 },
    websiteUrl: uri,
    icons: list(icon),
    repository: object({ url: uri, source: text, id: text, subfolder: text }, ["url", "source"]),
    packages: list(packageEntry),
    remotes: list(object({ ...http, variables }, ["type", "url"])),
    _meta: object({ "io.modelcontextprotocol.registry/publisher-provided": { type: "object" } }, []),
  },
  ["name", "description", "version"],
);
