/** The answers of a healthy server, which edits then break: each list, each kind of schema, calls, and the metadata of OAuth. */

const id = { type: "string", pattern: "^bed_[a-z]{4}$", description: "The id of a bed." };
const height = { anyOf: [{ type: "number", minimum: 0 }, { type: "null" }] };

const tools = [
  {
    name: "get_bed",
    title: "Get a bed",
    description: "Reads a bed of the garden, with its plants.",
    inputSchema: {
      type: "object",
      properties: { bed_id: id },
      required: ["bed_id"],
      additionalProperties: false,
    },
    outputSchema: {
      type: "object",
      properties: {
        bed_id: id,
        plants: { type: "array", items: { $ref: "#/$defs/plant" }, maxItems: 50 },
        next_bed: { allOf: [{ type: "string" }] },
      },
      required: ["bed_id", "plants"],
      $defs: {
        plant: {
          type: "object",
          properties: { name: { type: "string", minLength: 1, maxLength: 80 }, height },
          required: ["name"],
        },
      },
    },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  {
    name: "water_bed",
    description: "Waters a bed for some minutes.",
    inputSchema: {
      type: "object",
      properties: {
        bed_id: id,
        minutes: { type: "integer", minimum: 1, maximum: 60, default: 5 },
        mode: { enum: ["drip", "spray"] },
        until: { type: "string", format: "date-time" },
      },
      required: ["bed_id", "minutes"],
    },
    annotations: { destructiveHint: false, idempotentHint: false },
    icons: [{ src: "https://garden.example/water.png", mimeType: "image/png", sizes: ["48x48"] }],
    _meta: { "example.garden/group": "water" },
  },
];

const identity = {
  capabilities: { tools: {}, resources: {}, prompts: {} },
  serverInfo: { name: "garden", title: "Garden", version: "1.0.0" },
  instructions: "Read a bed before you water it.",
};

const bed = { bed_id: "bed_rose", plants: [{ name: "Rose", height: 1.2 }] };

/** Method -> the result of a healthy server. */
const results = {
  initialize: { protocolVersion: "2025-11-25", ...identity },
  "server/discover": { supportedVersions: ["2026-07-28", "2025-11-25"], ...identity },
  "tools/list": { tools },
  "resources/list": {
    resources: [{ uri: "garden://map", name: "map", mimeType: "text/plain", annotations: { priority: 0.5 } }],
  },
  "resources/templates/list": {
    resourceTemplates: [{ uriTemplate: "garden://beds/{bed_id}", name: "bed", mimeType: "application/json" }],
  },
  "prompts/list": {
    prompts: [
      {
        name: "plan",
        description: "Plans a week.",
        arguments: [{ name: "week", description: "Its number.", required: true }],
      },
    ],
  },
  "tools/call": { content: [{ type: "text", text: JSON.stringify(bed) }], structuredContent: bed },
  "resources/read": {
    contents: [{ uri: "garden://map", mimeType: "text/plain", text: "Roses in the north." }],
  },
  "prompts/get": { messages: [{ role: "user", content: { type: "text", text: "Plan week 3." } }] },
  ping: {},
};

/** Path -> the document that it serves. `ORIGIN` stands for the address of the server. */
const documents = {
  "/.well-known/oauth-protected-resource": {
    resource: "ORIGIN/mcp",
    authorization_servers: ["ORIGIN"],
    scopes_supported: ["beds:read"],
  },
  "/.well-known/oauth-authorization-server": {
    issuer: "ORIGIN",
    authorization_endpoint: "ORIGIN/authorize",
    token_endpoint: "ORIGIN/token",
    registration_endpoint: "ORIGIN/register",
    response_types_supported: ["code"],
    code_challenge_methods_supported: ["S256"],
  },
};

/** The name of an answer, a method or a path, -> the answer. */
export const healthyAnswers: Readonly<Record<string, object>> = { ...results, ...documents };
