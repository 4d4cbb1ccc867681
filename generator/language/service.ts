/** The shape of service.yaml. */
import { registry, registryDefinitions } from "./registry.ts";
import {
  anyObject,
  closed,
  flag,
  list,
  map,
  nameOf,
  names,
  number,
  oneOf,
  type Shape,
  tagged,
  text,
} from "./shape.ts";

export const hints = {
  readOnlyHint: flag("The tool changes nothing."),
  destructiveHint: flag("The tool may delete or overwrite, not only add."),
  idempotentHint: flag("Calling again with the same arguments changes nothing more."),
  openWorldHint: flag("The tool reaches beyond this server, such as the web."),
};

/** The annotations that MCP knows, in the order in which it lists them. */
export const annotationNames: readonly string[] = ["title", ...Object.keys(hints)];

export const icons = list({ type: "object" }, "MCP icons, passed through.");

const appliesTo: Shape = {
  description: "`all`, or the tools that the limit holds for.",
  anyOf: [{ const: "all" }, { ...names("Tools that the limit holds for.", "tool"), minItems: 1 }],
};

const limitKeys: Readonly<
  Record<string, { keys: Readonly<Record<string, Shape>>; required: readonly string[] }>
> = {
  range: {
    keys: { min: number("Smallest value."), max: number("Largest value.") },
    required: ["min", "max"],
  },
  count: {
    keys: { min: number("Smallest number allowed."), max: number("Largest number allowed.") },
    required: ["max"],
  },
  duration: { keys: { seconds: number("Duration in seconds.") }, required: ["seconds"] },
  rate: {
    keys: {
      max: number("Largest number of calls in a window."),
      seconds: number("Length of a window, in seconds."),
      window: oneOf(["fixed"], "A fixed window opens with the first call."),
      per: oneOf(["token"], "Calls of one `token` are counted together."),
    },
    required: ["max", "seconds"],
  },
  quota: {
    keys: {
      per: oneOf(["account", "token"], "Owner of the quota."),
      period: oneOf(["day", "month"], "When the quota is reset."),
    },
    required: ["per", "period"],
  },
};

const limit = tagged(
  "A named number: used by schemas, code, docs and tests alike.",
  "kind",
  "The kind of limit.",
  Object.entries(limitKeys).map(([kind, { keys, required }]) =>
    closed(
      {
        kind: { const: kind },
        description: text("What is limited, for the docs."),
        ...keys,
        applies_to: appliesTo,
        field: text(
          "JSON Pointer to the limited value in the output of the tools that the limit applies to.",
        ),
      },
      ["kind", ...required],
    ),
  ),
);

const failure = closed(
  {
    when: text("When a tool refuses with this code, as a sentence."),
    retryable: flag("Whether the same call can succeed later without being changed."),
  },
  ["when", "retryable"],
);

const transition = closed(
  {
    from: { ...names("States in which the transition is allowed."), minItems: 1 },
    to: text("The state after the transition."),
    by: closed(
      {
        tool: nameOf("tool", "The tool that makes the transition."),
        input: anyObject("The arguments that cause the transition."),
      },
      ["tool", "input"],
      "The call that makes the transition.",
    ),
  },
  ["from", "to", "by"],
);

const machine = closed(
  {
    field: closed(
      {
        tool: nameOf("tool", "A tool whose output shows the state."),
        path: text("JSON Pointer to the state."),
      },
      ["tool", "path"],
      "Where a caller can read the state.",
    ),
    initial: text("The state of a new resource."),
    transitions: map(transition, "Transition -> the states that it connects, and the call that makes it."),
  },
  ["field", "initial", "transitions"],
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

const describe = oneOf(
  ["meta", "none"],
  "Whether a tool's `_meta` shows its scope and mode; `none` when left out.",
);

/** Without tokens every caller may call every tool, so the keys for denial, visibility and tokens exist only with `bearer`. */
const auth = tagged(
  "Who may call tools, and how a call without permission is refused.",
  "scheme",
  "How callers prove who they are.",
  [
    closed(
      {
        scheme: { const: "bearer" },
        denial: oneOf(
          ["tool-error", "http-403"],
          "How a missing scope is refused; `tool-error` when left out.",
        ),
        visibility: oneOf(["all", "by-scope"], "Which tools `tools/list` shows; `all` when left out."),
        describe,
        realm: text("Realm of `WWW-Authenticate`; the server's name when left out."),
        tokenSource: text("Where a user gets a token, such as `Settings -> Integrations`."),
      },
      ["scheme"],
    ),
    closed({ scheme: { const: "none" }, describe }, ["scheme"]),
  ],
);

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
      states: map(machine, "State machine -> its transitions."),
      registry,
      accept: map(
        text("Why the rule is broken."),
        "Rule that this spec breaks on purpose, such as that of an existing server -> why.",
      ),
      tools: { ...names("The order of `tools/list`.", "tool"), minItems: 1 },
    },
    ["toolwright", "server", "endpoint", "auth", "modes", "tools"],
  ),
};
