import type { Model, SchemaRoot } from "../model.ts";
import type { JsonSchema } from "./keywords.ts";
import { meaningOf } from "./meaning.ts";
import { rewrite } from "./walk.ts";

const known = new WeakMap<Model, Model>();

/** The model with what its schemas mean in place of what is written: all in 2020-12, without what says nothing. */
export function meantModel(written: Model): Model {
  const meant = known.get(written) ?? create(written);
  known.set(written, meant);
  return meant;
}

function create(model: Model): Model {
  const root = <Root extends SchemaRoot>(written: Root): Root => ({
    ...written,
    schema: rewrite(written.schema, (schema) => meaningOf(schema, written.dialect)) as JsonSchema,
  });
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
