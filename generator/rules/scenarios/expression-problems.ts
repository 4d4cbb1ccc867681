/** Finds expressions of scenarios that are malformed or refer to nothing. */

import type { Expression } from "@toolwright/conformance/cases";
import { isSchemaObject, pointerSteps, rootNode, type SchemaRoot } from "@toolwright/json-schema";
import { describedNames, type Node, schemasAt } from "@toolwright/json-schema/graph";
import { toPointer } from "@toolwright/runtime/json";
import type { Violation } from "../../diagnostics/diagnostic.ts";
import { didYouMean } from "../../diagnostics/suggest.ts";
import type { Model } from "../../model/model.ts";
import { listCalled } from "../../model/readers.ts";
import type { Workflow } from "../../model/scenario.ts";
import { ConditionError } from "../../scenarios/condition.ts";
import { resolver } from "../../schema/roots.ts";
import type { ExpressionUse } from "./expression-uses.ts";

const forms =
  "Forms: $inputs.NAME, $steps.STEP.outputs.NAME, $result.structuredContent#/POINTER, $request.body#/POINTER, $now+10m.";

/** Reports an expression that is malformed or refers to nothing. */
export function expressionProblems(use: ExpressionUse, workflow: Workflow, model: Model): Violation[] {
  const { text, at, read, within } = use;
  const findProblem = (expression: Expression) => problemWith(expression, use, workflow, model);
  try {
    const expressions = read(text);
    // A mistake in the context is reported at the context.
    if (within && findProblem(within)) return [];
    return expressions.flatMap(findProblem).flatMap((problem) => (problem ? { at, ...problem } : []));
  } catch (error) {
    if (!(error instanceof ConditionError)) throw error;
    return [{ at, detail: error.message, hint: /\$\p{L}/u.test(text) ? forms : undefined }];
  }
}

type Problem = Pick<Violation, "detail" | "hint">;

function problemWith(
  expression: Expression,
  use: ExpressionUse,
  workflow: Workflow,
  model: Model,
): Problem | undefined {
  switch (expression.from) {
    case "inputs":
      return inputProblem(expression.name, workflow);
    case "steps":
      return stepProblem(expression, use, workflow);
    case "request":
      return use.ofResult ? undefined : { detail: "The step has not sent its payload yet." };
    case "item":
      return { detail: "Only conditions of the key lists are about items." };
    case "now":
      return use.ofResult ? undefined : { detail: "Write a time in a payload as { $now: +10m }." };
    case "result": {
      const step = use.done.at(-1);
      if (!use.ofResult || !step) return { detail: "There is no result yet." };
      const called = listCalled(model).find(({ name }) => name === step.tool);
      if (called !== undefined && "uri" in called && !called.output && expression.member !== "content")
        return {
          detail: `${step.tool} has no output.`,
          hint: `Its text is $result.content#/0/resource/text.`,
        };
      const find = findSchemas(called?.output, model);
      if (find(expression)?.length !== 0) return undefined;
      return {
        detail: `The output of ${step.tool} has nothing at ${expression.pointer}.`,
        hint: fieldHint(expression, find),
      };
    }
  }
}

/** Returns the schemas of an expression's target; `undefined` if unknown. */
type SchemasOf = (expression: Expression) => Node[] | undefined;

/** Finds schemas in the output of what a step called; `undefined` if the spec does not describe the place. */
function findSchemas(output: SchemaRoot | undefined, model: Model): SchemasOf {
  return (expression) => {
    if (expression.from !== "result" || !/^(structuredContent|file)$/.test(expression.member))
      return undefined;
    return output && schemasAt(rootNode(output), pointerSteps(expression.pointer), resolver(model));
  };
}

/** Suggests a field in place of the first missing one. */
function fieldHint(
  expression: Extract<Expression, { readonly from: "result" }>,
  find: SchemasOf,
): string | undefined {
  const steps = pointerSteps(expression.pointer);
  for (let depth = 1; depth <= steps.length; depth++) {
    const at = (length: number) => find({ ...expression, pointer: toPointer(steps.slice(0, length)) }) ?? [];
    if (at(depth).length > 0) continue;
    return didYouMean(steps[depth - 1]!, describedNames(at(depth - 1)));
  }
  return undefined;
}

function inputProblem(name: string, { inputs }: Workflow): Problem | undefined {
  const schema = inputs?.schema;
  const known = Object.keys(
    isSchemaObject(schema) && isSchemaObject(schema.properties) ? schema.properties : {},
  );
  if (known.includes(name)) return undefined;
  return { detail: `The workflow has no input ${JSON.stringify(name)}.`, hint: didYouMean(name, known) };
}

function stepProblem(
  { step: id, output }: { step: string; output: string },
  { done }: ExpressionUse,
  workflow: Workflow,
): Problem | undefined {
  const step = done.find((candidate) => candidate.id === id);
  if (step) {
    if (Object.hasOwn(step.outputs, output)) return undefined;
    return {
      detail: `The step ${JSON.stringify(id)} has no output ${JSON.stringify(output)}.`,
      hint: didYouMean(output, Object.keys(step.outputs)),
    };
  }
  if (workflow.steps.some((candidate) => candidate.id === id))
    return { detail: `The step ${JSON.stringify(id)} has not run yet.` };
  const known = done.map((candidate) => candidate.id);
  return { detail: `There is no step ${JSON.stringify(id)}.`, hint: didYouMean(id, known) };
}
