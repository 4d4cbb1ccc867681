/**
 * SARIF 2.1.0 (OASIS; https://json.schemastore.org/sarif-2.1.0.json), in our own words and as far as we write it: objects are
 * as closed as there, texts are not empty, lines and columns count from 1.
 */
type Schema = Readonly<Record<string, unknown>>;

const text = { type: "string", minLength: 1 };
const count = { type: "integer", minimum: 1 };
const list = (items: Schema) => ({ type: "array", items });
const closed = (properties: Schema, required: readonly string[]) => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
});

const message = closed({ text }, ["text"]);
const location = closed(
  {
    physicalLocation: closed(
      {
        artifactLocation: closed({ uri: { type: "string", format: "uri-reference" } }, ["uri"]),
        region: closed({ startLine: count, startColumn: count, endColumn: count }, ["startLine"]),
      },
      ["artifactLocation"],
    ),
    message,
  },
  [],
);
const level = { enum: ["none", "note", "warning", "error"] };
const result = closed(
  {
    ruleId: text,
    level,
    message,
    locations: list(location),
    relatedLocations: list(location),
  },
  ["message"],
);
const rule = closed({ id: text, shortDescription: message, defaultConfiguration: closed({ level }, []) }, [
  "id",
]);
const driver = closed({ name: text, version: text, rules: { ...list(rule), uniqueItems: true } }, ["name"]);

export const sarifLog: Schema = closed(
  {
    $schema: { type: "string", format: "uri" },
    version: { const: "2.1.0" },
    runs: list(
      closed(
        {
          tool: closed({ driver }, ["driver"]),
          columnKind: { enum: ["utf16CodeUnits", "unicodeCodePoints"] },
          results: list(result),
        },
        ["tool"],
      ),
    ),
  },
  ["version", "runs"],
);
