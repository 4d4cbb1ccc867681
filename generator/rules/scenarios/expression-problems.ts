/** Finds expressions of scenarios that cannot be read or refer to nothing. */
import type { Expression, Operand } from "@toolwright/conformance/cases";
import { toPointer } from "@toolwright/runtime/json";
import type { Violation } from "../../diagnostics/diagnostic.ts";
import { didYouMean } from "../../diagnostics/suggest.ts";
import type { Model } from "../../model/model.ts";
import type { Workflow } from "../../model/scenario.ts";
import { ConditionError } from "../../scenarios/condition.ts";
import { inPlace, schemasAt } from "../../schema/graph/value-at.ts";
import { isSchemaObject } from "../../schema/keywords.ts";
import { rootNode } from "../../schema/place.ts";
import { pointerSteps } from "../../schema/reference.ts";
import type { LocatedSchema, Resolver } from "../../schema/roots.ts";
import type { Comparison, ExpressionUse } from "./expression-uses.ts";

const forms = "Forms: $inputs.NAME, $steps.STEP.outputs.NAME, $result.structuredContent#/POINTER.";

/** Reports an expression that cannot be read, or that refers to nothing. */
export function expressionProblems(
  use: ExpressionUse,
  workflow: Workflow,
  model: Model,
  resolve: Resolver,
): Violation[] {
  const { text, at, read, comparisons = () => [], within } = use;
  const findProblem = (expression: Expression) => problemWith(expression, use, workflow, model, resolve);
  try {
    const expressions = read(text);
    // What is wrong with the context is reported there.
    if (within && findProblem(within)) return [];
    const problems = expressions.flatMap((expression) => findProblem(expression) ?? []);
    const found =
      problems.length > 0
        ? problems
        : comparisons(text).flatMap(
            (comparison) => impossibleValue(comparison, findSchemas(use, model, resolve), resolve) ?? [],
          );
    return found.map((problem) => ({ at, ...problem }));
  } catch (error) {
    if (!(error instanceof ConditionError)) throw error;
    return [{ at, detail: error.message, ...(/\$\p{L}/u.test(text) && { hint: forms }) }];
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
      const find = findSchemas(use, model, resolve);
      if (find(expression)?.length !== 0) return undefined;
      return {
        detail: `The output of ${step.tool} has nothing at ${expression.pointer}.`,
        hint: fieldHint(expression, find, resolve),
      };
    }
  }
}

/** The schemas of what an expression refers to in the result of a tool; `undefined` where the spec says nothing of it. */
function findSchemas({ done }: ExpressionUse, { tools }: Model, resolve: Resolver): SchemasOf {
  return (expression) => {
    if (expression.from !== "result" || expression.member !== "structuredContent") return undefined;
    const output = tools.find(({ name }) => name === done.at(-1)?.tool)?.output;
    if (!output) return undefined;
    const start = rootNode(output);
    return schemasAt(start, pointerSteps(expression.pointer), resolve);
  };
}

/** Suggests a field in place of the first one that is not there. */
function fieldHint(
  expression: Extract<Expression, { readonly from: "result" }>,
  find: SchemasOf,
  resolve: Resolver,
): string | undefined {
  const steps = pointerSteps(expression.pointer);
  for (let depth = 1; depth <= steps.length; depth++) {
    const at = (length: number) => find({ ...expression, pointer: toPointer(steps.slice(0, length)) }) ?? [];
    if (at(depth).length > 0) continue;
    const known = at(depth - 1)
      .flatMap((target) => inPlace(target, resolve))
      .flatMap(({ properties }) => [...properties.keys()]);
    return didYouMean(steps[depth - 1]!, [...new Set(known)]);
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

/** The schemas of what an expression refers to; `undefined` where nothing is known. */
export type SchemasOf = (expression: Expression) => LocatedSchema[] | undefined;

/** What is wrong with a comparison for equality whose text is none of the values that the schema lists. */
function impossibleValue(
  { operator, left, right }: Comparison,
  schemasOf: SchemasOf,
  resolve: Resolver,
): Pick<Violation, "detail" | "hint"> | undefined {
  if (operator !== "==" && operator !== "!=") return undefined;
  const [field, value] = left.kind === "expression" ? [left, right] : [right, left];
  if (field.kind !== "expression" || value.kind !== "literal" || typeof value.value !== "string")
    return undefined;
  const listed = listedTexts(field, schemasOf, resolve);
  // Comparisons of texts ignore case, as Arazzo requires.
  const wanted = value.value.toLowerCase();
  if (listed === undefined || listed.some((text) => text.toLowerCase() === wanted)) return undefined;
  return { detail: `It is never ${JSON.stringify(value.value)}.`, hint: didYouMean(value.value, listed) };
}

/** The texts that a field can have; `undefined` where its schemas list no values, or have branches. */
function listedTexts(
  { expression }: Extract<Operand, { readonly kind: "expression" }>,
  schemasOf: SchemasOf,
  resolve: Resolver,
): string[] | undefined {
  const found = schemasOf(expression);
  if (found === undefined || found.length === 0) return undefined;
  const texts: string[] = [];
  for (const target of found) {
    const nodes = inPlace(target, resolve);
    const lists = nodes.flatMap(({ enums }) => enums.slice(-1));
    const hasBranches = nodes.some(
      ({ schema, anyOf, oneOf, not, condition }) =>
        [...anyOf, ...oneOf, ...not].length > 0 ||
        condition ||
        (typeof schema === "object" && "allOf" in schema),
    );
    if (lists.length !== 1 || hasBranches) return undefined;
    texts.push(...lists[0]!.filter((value) => typeof value === "string"));
  }
  return texts;
}
