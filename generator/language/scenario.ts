import { anyObject, choice, closed, list, map, nameShape, names, type Shape, text } from "./shape.ts";

/** Like `$result.structuredContent#/form_id` or `$steps.create.outputs.form_id`. */
const expression = (description: string): Shape => ({ type: "string", pattern: "^\\$", description });

const outputs = map(
  expression("A runtime expression, such as `$result.structuredContent#/form_id`."),
  "Name -> a value that later steps can read as `$steps.STEP.outputs.NAME`.",
);

const criterion = closed(
  {
    condition: text("What must hold, such as `$result.structuredContent#/status == 'draft'`."),
    context: expression("The value that a `jsonpath` or `regex` condition applies to."),
    type: choice(["simple", "regex", "jsonpath"], "Language of the condition; `simple` when left out."),
  },
  ["condition"],
);

/** Hooks that a step may run: a verified response of a respondent, the clock of the target, the end of a token. */
const stepHooks = ["respond", "clock", "revoke", "expire"] as const;

const step: Shape = {
  ...closed(
    {
      stepId: text("Name of the step, for `$steps.STEP`."),
      description: text("What the step does."),
      operationId: nameShape("tool", "The tool that is called."),
      hook: choice(stepHooks, "A hook of the target that runs in place of a tool, for what no tool can do."),
      account: text("The account that calls, such as `other`; when left out, the main one."),
      scopes: names("The scopes of the token; when left out, all.", "scope"),
      failure: nameShape("failure", "The code with which the call is refused; when left out, it succeeds."),
      requestBody: closed(
        { payload: anyObject("The arguments of the call; they may contain runtime expressions.") },
        ["payload"],
        "The request of the call, or the input of the hook.",
      ),
      successCriteria: list(
        criterion,
        "What must hold after the call; when left out, that the call succeeds.",
      ),
      outputs,
    },
    ["stepId"],
  ),
  if: { not: { required: ["hook"] } },
  then: {
    required: ["operationId"],
    properties: { operationId: { description: "The tool that is called." } },
  },
};

const workflow = closed(
  {
    workflowId: text("Name of the workflow."),
    summary: text("What the workflow proves, on one line."),
    description: text("What the workflow proves."),
    inputs: anyObject("JSON Schema of the inputs of the workflow."),
    steps: { ...list(step, "The calls, in order."), minItems: 1 },
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
