/** The shape of service.yaml. */
import { hints, icons } from "./annotations.ts";
import { entity, machine } from "./entity.ts";
import { limit } from "./limit.ts";
import { registry, registryDefinitions } from "./registry.ts";
import { choice, closed, flag, list, map, names, type Shape, tagged, text } from "./shape.ts";

const failure = closed(
  {
    when: text("When a tool refuses with this code, as a sentence."),
    retryable: flag("Whether the same call can succeed later without being changed."),
  },
  ["when", "retryable"],
);

const server = closed(
  {
    name: text("Name that `initialize` reports."),
    version: text("Version that `initialize` reports."),
    title: text("Name for people."),
    description: text("What the server does, in a sentence."),
    websiteUrl: text("Home page."),
    icons,
    instructions: text("For the model: how the tools of this server work together."),
    toolPrefix: text("Common prefix of tool names, left out of names in code."),
    notifications: {
      ...names(
        "What the server tells its clients: of changes in lists, of updated resources, and log messages.",
      ),
      items: { enum: ["tools", "resources", "prompts", "updates", "log"] },
    },
    protocolVersions: { ...names("MCP versions that the server speaks."), minItems: 1 },
  },
  ["name", "version"],
  "Identity of the server.",
);

const endpoint = tagged("Where clients connect to the server.", "transport", "How clients connect.", [
  closed(
    {
      transport: { const: "streamable-http" },
      path: {
        type: "string",
        pattern: "^/[^?#\\s]*$",
        description: "Path of the endpoint; `/mcp` when left out.",
      },
    },
    ["transport"],
  ),
  closed({ transport: { const: "stdio" } }, ["transport"]),
]);

const describe = choice(
  ["meta", "none"],
  "Whether a tool's `_meta` shows its scope and mode; `none` when left out.",
);

const denial = choice(
  ["tool-error", "http-403"],
  "How a missing scope of a bearer token is refused; `tool-error` when left out.",
);
const visibility = choice(["all", "by-scope"], "Which tools `tools/list` shows; `all` when left out.");
const realm = text("Realm of `WWW-Authenticate`; the server's name when left out.");
const tokenSource = text("Where a user gets a token, such as `Settings -> Integrations`.");
const offers: Shape = {
  ...list({ const: "oauth" }, "What a deployment may accept besides: `oauth`."),
  minItems: 1,
  maxItems: 1,
};

/** Without tokens every caller may call every tool, and OAuth has its own way to refuse, so keys exist only where they have an effect. */
const oneScheme = tagged(
  "Who may call tools, and how a call without permission is refused.",
  "scheme",
  "How callers prove who they are; `[bearer, oauth]` for both.",
  [
    closed({ scheme: { const: "bearer" }, offers, denial, visibility, describe, realm, tokenSource }, [
      "scheme",
    ]),
    closed({ scheme: { const: "oauth" }, visibility, describe, realm }, ["scheme"]),
    closed({ scheme: { const: "none" }, describe }, ["scheme"]),
  ],
);

const bothSchemes = closed(
  {
    scheme: {
      ...names("How callers prove who they are: in each of these ways."),
      items: { enum: ["bearer", "oauth"] },
      minItems: 2,
      uniqueItems: true,
    },
    denial,
    visibility,
    describe,
    realm,
    tokenSource,
  },
  ["scheme"],
);

const auth: Shape = {
  description: oneScheme.description,
  if: { properties: { scheme: { type: "array", description: "Several ways." } }, required: ["scheme"] },
  then: bothSchemes,
  else: oneScheme,
};

/**
 * Shape of `service.yaml`, as JSON Schema: the same data checks a spec, is written into `schema/` for editors and explains
 * keys in diagnostics. What a shape cannot express (names that must exist, schemas that must be valid) is in `rules/`.
 */
export const serviceLanguage: Shape = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "Toolwright service",
  $defs: registryDefinitions,
  ...closed(
    {
      toolwright: { const: 1, description: "Version of the spec language." },
      server,
      endpoint,
      auth,
      scopes: map(text("What the scope grants."), "Scope -> what it grants."),
      modes: map(closed(hints, []), "Mode -> the annotations of its tools."),
      limits: map(limit, "Limit -> its numbers."),
      failures: map(failure, "Code -> when a tool refuses with it."),
      entities: map(entity, "Entity -> its ids, and the tools that make, show and end it."),
      states: map(machine, "State machine -> its transitions."),
      registry,
      accept: map(
        text("Why the rule is broken."),
        "Rule that this spec breaks on purpose, such as that of an existing server -> why.",
      ),
      tools: { ...names("The order of `tools/list`.", "tool"), minItems: 1 },
      resources: names("The order of `resources/list` and `resources/templates/list`.", "resource"),
      prompts: names("The order of `prompts/list`.", "prompt"),
    },
    ["toolwright", "server", "endpoint", "auth", "modes", "tools"],
  ),
};
