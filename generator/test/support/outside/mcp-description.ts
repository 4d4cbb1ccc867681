/**
 * MCP Description 0.8.0 (https://mcpdesc.org/schema/mcp-description/0.8.0.json), in our own words and as far as we write
 * it: objects are as closed there as they are here, so that a key of ours that it does not know fails.
 */
type Schema = Readonly<Record<string, unknown>>;

const text = { type: "string" };
const name = { type: "string", minLength: 1 };
const uri = { type: "string", format: "uri" };
const anything = {};
const revisions = {
  type: "array",
  minItems: 1,
  uniqueItems: true,
  items: { enum: ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"] },
};
const list = (items: Schema) => ({ type: "array", minItems: 1, items });
const named = (values: Schema) => ({
  type: "object",
  minProperties: 1,
  propertyNames: { pattern: "^[A-Za-z0-9._-]+$" },
  additionalProperties: values,
});
const closed = (properties: Schema, required: readonly string[]) => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
});
/** An object that takes extensions. */
const extensible = (properties: Schema, required: readonly string[]) => ({
  ...closed(properties, required),
  patternProperties: { "^x-": anything },
});

const icons = list(
  extensible(
    { src: uri, mimeType: text, sizes: { type: "array", items: text }, theme: { enum: ["light", "dark"] } },
    ["src"],
  ),
);
const metaKey =
  "^(?:(?:[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?)(?:\\.[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?)*\\/)?(?:[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)?$";
const meta = { type: "object", propertyNames: { pattern: metaKey } };
const common = { annotations: { type: "object" }, _meta: meta };
const content = {
  oneOf: [
    closed({ type: { const: "text" }, text, ...common }, ["type", "text"]),
    closed({ type: { enum: ["image", "audio"] }, data: text, mimeType: text, ...common }, [
      "type",
      "data",
      "mimeType",
    ]),
    closed(
      {
        type: { const: "resource_link" },
        uri,
        name: text,
        title: text,
        description: text,
        mimeType: text,
        size: { type: "number" },
        icons,
        ...common,
      },
      ["type", "uri", "name"],
    ),
  ],
};
const result = {
  type: "object",
  required: ["content"],
  properties: {
    resultType: { const: "complete" },
    content: { type: "array", items: content },
    isError: { type: "boolean" },
    _meta: meta,
  },
};
const reference = closed(
  { $componentRef: { type: "string", pattern: "^#/components/schemas/[A-Za-z0-9._-]+$" } },
  ["$componentRef"],
);
const requirements = {
  type: "array",
  items: {
    type: "object",
    propertyNames: { pattern: "^[A-Za-z0-9._-]+$" },
    additionalProperties: { type: "array", items: text, uniqueItems: true },
  },
};
const hint = { type: "boolean" };
const tool = extensible(
  {
    protocolVersions: revisions,
    name,
    title: text,
    description: text,
    inputSchema: reference,
    outputSchema: reference,
    annotations: {
      type: "object",
      properties: {
        title: text,
        readOnlyHint: hint,
        destructiveHint: hint,
        idempotentHint: hint,
        openWorldHint: hint,
      },
    },
    execution: closed({ taskSupport: { enum: ["forbidden", "optional", "required"] } }, []),
    icons,
    _meta: meta,
    examples: named(extensible({ input: { type: "object" }, result }, ["input", "result"])),
    security: requirements,
  },
  ["name", "inputSchema"],
);

const offer = {
  protocolVersions: revisions,
  name,
  title: text,
  description: text,
  icons,
  _meta: meta,
  security: requirements,
};
const ofResource = { ...offer, mimeType: text, annotations: { type: "object" } };
const argument = extensible({ name: text, title: text, description: text, required: hint }, ["name"]);
const changing = { listChanged: hint };
/** A part of the prefix of an extension's name, which is its owner's domain backwards. */
const label = "[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?";

export const mcpDescription: Schema = extensible(
  {
    $schema: text,
    mcpdesc: { const: "0.8.0" },
    info: extensible({ name, title: text, version: name, description: text, websiteUrl: uri, icons }, [
      "name",
      "version",
    ]),
    protocolVersions: revisions,
    instructions: text,
    transports: list(
      extensible({ type: { enum: ["streamable-http", "sse"] }, url: uri, protocolVersions: revisions }, [
        "type",
        "url",
      ]),
    ),
    securitySchemes: named(
      extensible({ type: { const: "http" }, scheme: text, bearerFormat: text, description: text }, [
        "type",
        "scheme",
      ]),
    ),
    security: requirements,
    components: {
      ...extensible({ schemas: named({ type: "object", not: { required: ["$componentRef"] } }) }, []),
      minProperties: 1,
    },
    capabilities: list(
      extensible(
        {
          tools: extensible(changing, []),
          resources: extensible({ ...changing, subscribe: hint }, []),
          prompts: extensible(changing, []),
          completions: { type: "object" },
          logging: { type: "object" },
          extensions: {
            type: "object",
            propertyNames: {
              pattern: `^${label}(?:\\.${label})*/[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?$`,
            },
            additionalProperties: { type: "object" },
          },
        },
        [],
      ),
    ),
    tools: list(tool),
    resources: list(extensible({ ...ofResource, uri: text, size: { type: "number" } }, ["uri", "name"])),
    resourceTemplates: list(extensible({ ...ofResource, uriTemplate: text }, ["uriTemplate", "name"])),
    prompts: list(extensible({ ...offer, arguments: list(argument) }, ["name"])),
  },
  ["mcpdesc", "info", "protocolVersions"],
);
