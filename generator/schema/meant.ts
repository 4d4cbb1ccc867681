import type { Model } from "../model/model.ts";
import type { JsonSchema, SchemaObject, SchemaRoot } from "../model/schema.ts";
import { meaningOf } from "./meaning.ts";
import { rewrite } from "./walk.ts";

const known = new WeakMap<Model, Model>();
const written = new WeakMap<SchemaRoot, SchemaRoot>();

/** The root as it is written, of one that `meantModel` made. */
export function writtenRoot(root: SchemaRoot): SchemaRoot {
  return written.get(root) ?? root;
}

/**
 * The model with what its schemas mean in place of what is written: all in 2020-12, without what says nothing, and with
 * empty texts for people, so that nothing that is made of it changes with them.
 */
export function meantModel(model: Model): Model {
  const meant = known.get(model) ?? create(model);
  known.set(model, meant);
  return meant;
}

function create(model: Model): Model {
  const root = <Root extends SchemaRoot>(from: Root): Root => {
    const meant = {
      ...from,
      schema: rewrite(from.schema, (schema) => wordless(meaningOf(schema, from.dialect))) as JsonSchema,
    };
    written.set(meant, from);
    return meant;
  };
  return {
    ...model,
    types: model.types.map((type) => ({ ...type, root: root(type.root) })),
    tools: model.tools.map((tool) => ({
      ...tool,
      input: root(tool.input),
      ...(tool.output && { output: root(tool.output) }),
    })),
    scenarios: model.scenarios.map((scenario) => ({
      ...scenario,
      workflows: scenario.workflows.map((workflow) => ({
        ...workflow,
        ...(workflow.inputs && { inputs: root(workflow.inputs) }),
      })),
    })),
  };
}

const words = ["title", "description", "$comment"];

/** The keys stay: a schema that says more than `$ref` is another one. */
function wordless(schema: SchemaObject): SchemaObject {
  if (!words.some((keyword) => Object.hasOwn(schema, keyword))) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => [keyword, words.includes(keyword) ? "" : value]),
  );
}
