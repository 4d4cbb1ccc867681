/** A result of `tools/list` as the schema of MCP 2025-11-25 has it (`ListToolsResult`), in our own words. */
type Schema = Readonly<Record<string, unknown>>;

const text = { type: "string" };
const flag = { type: "boolean" };
const schemaOfObject = {
  type: "object",
  required: ["type"],
  properties: {
    $schema: text,
    type: { const: "object" },
    properties: { type: "object", additionalProperties: { type: "object" } },
    required: { type: "array", items: text },
  },
};
const icon = {
  type: "object",
  required: ["src"],
  properties: {
    src: { type: "string", format: "uri" },
    mimeType: text,
    sizes: { type: "array", items: text },
    theme: { enum: ["light", "dark"] },
  },
};

export const mcpManifest: Schema = {
  type: "object",
  required: ["tools"],
  properties: {
    tools: {
      type: "array",
      items: {
        type: "object",
        required: ["name", "inputSchema"],
        properties: {
          name: text,
          title: text,
          description: text,
          inputSchema: schemaOfObject,
          outputSchema: schemaOfObject,
          annotations: {
            type: "object",
            properties: {
              title: text,
              readOnlyHint: flag,
              destructiveHint: flag,
              idempotentHint: flag,
              openWorldHint: flag,
            },
          },
          execution: {
            type: "object",
            properties: { taskSupport: { enum: ["forbidden", "optional", "required"] } },
          },
          icons: { type: "array", items: icon },
          _meta: { type: "object" },
        },
      },
    },
  },
};
