import { anyObject, closed, list, map, nameOf, oneOf, type Shape, text } from "./shape.ts";

/** Like `$result.structuredContent#/form_id` or `$steps.create.outputs.form_id`. */
const expression = (description: string): Shape => ({ type: "string", pattern: "^\\$", description });

const outputs = map(
  expression("A runtime expression, such as `$result.structuredContent#/form_id`."),
  "Name -> what later steps may ask for as `$steps.STEP.outputs.NAME`.",
);

const criterion = closed(
  {
    condition: text("What must hold, such as `$result.structuredContent#/status == 'draft'`."),
    context: expression("What a `jsonpath` or `regex` condition looks into."),
    type: oneOf(["simple", "regex", "jsonpath"], "How the condition is read; `simple` when left out."),
  },
  ["condition"],
);

const step = closed(
  {
    stepId: text("Name of the step, for `$steps.STEP`."),
    description: text("What the step does."),
    operationId: nameOf("tool", "The tool that is called."),
    requestBody: closed(
      { payload: anyObject("The arguments of the call; runtime expressions may stand in it.") },
      ["payload"],
      "What the tool is called with.",
    ),
    successCriteria: list(criterion, "What must hold after the call; left out: it succeeds."),
    outputs,
  },
  ["stepId", "operationId"],
);

const workflow = closed(
  {
    workflowId: text("Name of the workflow."),
    summary: text("What the workflow proves, in a line."),
    description: text("What the workflow proves."),
    inputs: anyObject("JSON Schema of what the workflow is given from outside."),
    steps: { ...list(step, "The calls, one after the other."), minItems: 1 },
    outputs,
  },
  ["workflowId", "steps"],
);

/** Shape of `scenarios/<story>.yaml`: workflows in the words of Arazzo 1.0, with a tool's name as the operation. */
export const scenarioLanguage: Shape = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "Toolwright scenario",
  ...closed({ workflows: { ...list(workflow, "Stories across tools."), minItems: 1 } }, ["workflows"]),
};
