/** The shape of a file under tools/. */
import { hints, icons } from "./annotations.ts";
import { toolUi } from "./app.ts";
import { behaviour } from "./behaviour.ts";
import { _meta, method, name, scope } from "./operation.ts";
import {
  anyObject,
  closed,
  list,
  map,
  nameShape,
  names,
  prose,
  type Shape,
  schemaOfObject,
  text,
} from "./shape.ts";

const example: Shape = closed(
  {
    description: text("What the example shows."),
    input: anyObject("The arguments of the call."),
    output: anyObject("The `structuredContent` of the result."),
    content: list({ type: "object" }, "The content blocks of the result."),
    failure: nameShape("failure", "The code of the refusal."),
  },
  ["input"],
);

/** The keys of a tool's manifest entry that have a key of their own in the spec language. */
export const manifestKeys: readonly string[] = [
  "name",
  "title",
  "description",
  "inputSchema",
  "outputSchema",
  "annotations",
  "icons",
  "execution",
  "_meta",
];

/** Shape of `tools/<tool>.yaml`. Schemas in it are checked by `rules/`, keyword by keyword. */
export const toolLanguage: Shape = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "Toolwright tool",
  ...closed(
    {
      name,
      method: method("tools"),
      mode: nameShape("mode", "One of the modes of `service.yaml`: the tool's default annotations."),
      scope,
      title: prose("Name for people."),
      description: prose("For the model: what the tool does, when to use it, what comes back."),
      input: schemaOfObject("JSON Schema 2020-12 of the arguments: a plain object."),
      output: schemaOfObject(
        "JSON Schema 2020-12 of `structuredContent`; when left out, the handler returns content blocks.",
      ),
      exactlyOne: { ...names("Input properties; a call has exactly one of them."), minItems: 2 },
      failures: names(
        "Codes that this tool may refuse with; `failures` of `service.yaml` says what each means.",
        "failure",
      ),
      ...behaviour,
      annotations: {
        type: "object",
        description: "Annotations that override those of the mode, and further ones.",
        properties: { title: prose("Name for people."), ...hints },
      },
      ui: toolUi,
      icons,
      execution: anyObject("MCP `execution`, passed through."),
      _meta,
      manifest: {
        ...anyObject("More keys of the tool's entry in `tools/list`, passed through."),
        propertyNames: { not: { enum: manifestKeys } },
      },
      examples: map(example, "Example -> a call and its result."),
    },
    ["mode", "input"],
  ),
};
