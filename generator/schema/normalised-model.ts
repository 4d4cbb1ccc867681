/** A model with normalised schemas. */
import {
  type JsonSchema,
  memoize,
  normalise,
  rememberSource,
  rewrite,
  type SchemaObject,
  type SchemaRoot,
} from "@toolwright/json-schema";
import type { Model } from "../model/model.ts";
import type { Operation } from "../model/operation.ts";

/**
 * The model with normalised schemas. Their titles, descriptions and comments are empty, so derived data does not change with a
 * text.
 */
export const normalisedModel = memoize(create);

function create(model: Model): Model {
  const root = <Root extends SchemaRoot>(from: Root): Root => {
    const normalised = {
      ...from,
      schema: rewrite(from.schema, (schema) => withoutTexts(normalise(schema, from.dialect))) as JsonSchema,
    };
    rememberSource(normalised, from);
    return normalised;
  };
  const operation = <T extends Operation>(from: T): T => ({
    ...from,
    input: root(from.input),
    ...(from.output && { output: root(from.output) }),
  });
  return {
    ...model,
    types: model.types.map((type) => ({ ...type, root: root(type.root) })),
    tools: model.tools.map(operation),
    resources: model.resources.map(operation),
    prompts: model.prompts.map(operation),
    scenarios: model.scenarios.map((scenario) => ({
      ...scenario,
      workflows: scenario.workflows.map((workflow) => ({
        ...workflow,
        ...(workflow.inputs && { inputs: root(workflow.inputs) }),
      })),
    })),
  };
}

const texts = ["title", "description", "$comment"];

/** The keys stay: a schema with only a `$ref` is treated differently. */
function withoutTexts(schema: SchemaObject): SchemaObject {
  if (!texts.some((keyword) => Object.hasOwn(schema, keyword))) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => [keyword, texts.includes(keyword) ? "" : value]),
  );
}
