const text = { type: "string", minLength: 1 };
const texts = { type: "array", items: text };
const command = { ...texts, minItems: 1 };
const pointer = { type: "string", pattern: "^(/|$)" };

function closed(properties: object, required: readonly string[] = []): object {
  return { type: "object", properties, required, additionalProperties: false };
}

const accepted = {
  type: "array",
  items: closed({ case: text, cause: text, reason: text }, ["case", "reason"]),
};

/** The shape of a target file, as JSON Schema. */
export const targetSchema = closed({
  name: text,
  url: text,
  command,
  start: closed(
    { command, env: { type: "object", additionalProperties: { type: "string" } }, url: text, token: text },
    ["command", "url"],
  ),
  tokens: {
    type: "array",
    items: closed({
      token: text,
      env: text,
      scopes: { anyOf: [{ const: "all" }, texts] },
      is: { enum: ["expired", "revoked"] },
    }),
  },
  hooks: closed({ setup: command, mint: command, revoke: command, expire: command }),
  bindings: {
    type: "object",
    additionalProperties: {
      anyOf: [
        closed({ tool: text, input: { type: "object" }, output: pointer, into: texts }, [
          "tool",
          "input",
          "output",
        ]),
        closed({ text, into: texts }, ["text"]),
        closed({ value: true, into: texts }, ["value"]),
      ],
    },
  },
  before: {
    type: "array",
    items: closed(
      {
        case: text,
        calls: { type: "array", items: closed({ tool: text, input: { type: "object" } }, ["tool", "input"]) },
      },
      ["case", "calls"],
    ),
  },
  cleanup: {
    type: "array",
    items: closed({ made_by: text, output: pointer, tool: text, input: { type: "object" } }, [
      "made_by",
      "output",
      "tool",
      "input",
    ]),
  },
  refusalCode: pointer,
  coded: { type: "boolean" },
  decided: texts,
  parallel: { type: "integer", minimum: 1, maximum: 256 },
  unverified: accepted,
  expectedFailures: accepted,
});
