/** Finds expressions of scenarios that cannot be read or refer to nothing. */
import type { Violation } from "../../diagnostics/diagnostic.ts";
import { didYouMean } from "../../diagnostics/suggest.ts";
import type { Model } from "../../model/model.ts";
import type { Workflow } from "../../model/scenario.ts";
import { ConditionError } from "../../scenarios/condition.ts";
import type { Expression } from "../../scenarios/expression.ts";
import { isSchemaObject } from "../../schema/keywords.ts";
import { pointerSteps } from "../../schema/reference.ts";
import type { Resolver } from "../../schema/roots.ts";
import { schemasAt } from "../../schema/value-at.ts";
import type { ExpressionUse } from "./expression-uses.ts";

const forms = "Forms: $inputs.NAME, $steps.STEP.outputs.NAME, $result.structuredContent#/POINTER.";

/** Reports an expression that cannot be read, or that refers to nothing. */
export function expressionProblems(
  use: ExpressionUse,
  workflow: Workflow,
  model: Model,
  resolve: Resolver,
): Violation[] {
  const { text, at, read } = use;
  try {
    return read(text).flatMap((expression) => {
      const problem = problemWith(expression, use, workflow, model, resolve);
      return problem ? [{ at, ...problem }] : [];
    });
  } catch (error) {
    if (!(error instanceof ConditionError)) throw error;
    return [{ at, detail: error.message, ...(text.includes("$") && { hint: forms }) }];
  }
}

type Problem = Pick<Violation, "detail" | "hint">;

function problemWith(
  expression: Expression,
  use: ExpressionUse,
  workflow: Workflow,
  model: Model,
  resolve: Resolver,
): Problem | undefined {
  switch (expression.from) {
    case "inputs":
      return inputProblem(expression.name, workflow);
    case "steps":
      return stepProblem(expression, use, workflow);
    case "result": {
      const step = use.done.at(-1);
      if (!use.ofResult || !step) return { detail: "There is no result yet." };
      if (expression.member !== "structuredContent" || expression.pointer === "") return undefined;
      const output = model.tools.find(({ name }) => name === step.tool)?.output;
      if (!output) return undefined;
      const found = schemasAt(
        { root: output, pointer: "", schema: output.schema },
        pointerSteps(expression.pointer),
        resolve,
      );
      return found.length > 0
        ? undefined
        : { detail: `The output of ${step.tool} has nothing at ${expression.pointer}.` };
    }
  }
}

function inputProblem(name: string, { inputs }: Workflow): Problem | undefined {
  const schema = inputs?.schema;
  const known = Object.keys(
    isSchemaObject(schema) && isSchemaObject(schema.properties) ? schema.properties : {},
  );
  if (known.includes(name)) return undefined;
  return { detail: `The workflow has no input ${JSON.stringify(name)}.`, ...hinted(didYouMean(name, known)) };
}

function stepProblem(
  { step: id, output }: { step: string; output: string },
  { done }: ExpressionUse,
  workflow: Workflow,
): Problem | undefined {
  const step = done.find((candidate) => candidate.id === id);
  if (step) {
    if (Object.hasOwn(step.outputs, output)) return undefined;
    const hint = didYouMean(output, Object.keys(step.outputs));
    return {
      detail: `The step ${JSON.stringify(id)} has no output ${JSON.stringify(output)}.`,
      ...hinted(hint),
    };
  }
  if (workflow.steps.some((candidate) => candidate.id === id))
    return { detail: `The step ${JSON.stringify(id)} has not run yet.` };
  const hint = didYouMean(
    id,
    done.map((candidate) => candidate.id),
  );
  return { detail: `There is no step ${JSON.stringify(id)}.`, ...hinted(hint) };
}

function hinted(hint: string | undefined): { hint?: string } {
  return hint === undefined ? {} : { hint };
}
