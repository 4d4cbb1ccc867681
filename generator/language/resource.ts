/** The shapes of the files under resources/ and prompts/. */
import { icons } from "./annotations.ts";
import { resourceUi } from "./app.ts";
import { _meta, method, name, scope } from "./operation.ts";
import {
  anyObject,
  choice,
  closed,
  flag,
  list,
  map,
  names,
  number,
  prose,
  type Shape,
  schemaOfObject,
  text,
} from "./shape.ts";

/** Keys of a parameter or an argument that are not keywords of its schema. */
export const parameterKeys = {
  complete: flag(
    "A handler suggests values to clients; otherwise the `enum` or the `examples` of the schema do.",
  ),
  required: flag("Whether a client has to give it; `false` when left out."),
};

/** `x-parameter` marks a schema that may also have `parameterKeys`. */
const parameters = (description: string): Shape => map({ type: "object", "x-parameter": true }, description);

const failures = names(
  "Codes with which it may be refused; `failures` of `service.yaml` says what each means.",
  "failure",
);

/** Shape of `resources/<resource>.yaml`. */
export const resourceLanguage: Shape = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "Toolwright resource",
  ...closed(
    {
      name,
      method: method("resources"),
      uri: text("The URI of a single resource."),
      uriTemplate: text(
        "The URIs of several resources, as a template: `{name}` stands for a parameter, `{+name}` for one that may contain `/`.",
      ),
      title: prose("Name for people."),
      description: prose("For the model: what the resource is."),
      mimeType: text("The type of its content, such as `application/json`."),
      size: number("Size of the content in bytes, passed through."),
      scope,
      parameters: parameters("Parameter of the URI template -> the JSON Schema of its value, a text."),
      text: prose("The content, if it never changes."),
      file: text("The content, if it never changes: a file of text in the same folder."),
      output: schemaOfObject(
        "JSON Schema 2020-12 of the content, which then is JSON; when left out, the handler returns text or bytes.",
      ),
      failures,
      annotations: anyObject("MCP annotations of resources, passed through."),
      ui: resourceUi,
      icons,
      _meta,
    },
    [],
  ),
};

const message = closed(
  {
    role: choice(["user", "assistant"], "Who says it."),
    text: prose("What is said; `{{name}}` stands for an argument."),
    content: anyObject("A content block of MCP, passed through; in place of `text`."),
  },
  ["role"],
);

/** Shape of `prompts/<prompt>.yaml`. */
export const promptLanguage: Shape = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "Toolwright prompt",
  ...closed(
    {
      name,
      method: method("prompts"),
      title: prose("Name for people."),
      description: prose("What the prompt is for."),
      scope,
      arguments: parameters("Argument -> the JSON Schema of its value, a text."),
      messages: {
        ...list(message, "The messages; when left out, a handler makes them."),
        minItems: 1,
      },
      failures,
      icons,
      _meta,
    },
    [],
  ),
};
