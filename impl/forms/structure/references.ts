import type { Condition, Expression, FormStructure } from "../../../generated/types.ts";
import type { Sentence, SentenceKey } from "../../texts/sentences/sentence.ts";
import type { AnswerKind } from "../fields/client-kind.ts";
import { answerKind } from "../fields/client-kinds.ts";
import { testProblems } from "./field-test.ts";
import { placedFields } from "./places.ts";
import { problemAt, type StructureProblem } from "./problem.ts";

/** The ids that a condition or an expression may refer to. */
type Scope = ReadonlyMap<string, AnswerKind>;

interface Context {
  readonly scope: Scope;
  /** All ids of the form, to distinguish a reference to a later field from one to nothing. */
  readonly all: Scope;
  /** What `scope` holds, in words. */
  readonly allowed: SentenceKey;
}

/**
 * Checks that conditions and calculations refer to fields that are answered before, with operators that fit the
 * answer. The depth of the trees has been checked before.
 */
export function referenceProblems(structure: FormStructure): StructureProblem[] {
  const { hidden_fields = [], calculations = [], endings = [] } = structure;
  const fields = placedFields(structure);
  const hidden = hidden_fields.map(({ id }) => [id, { kind: "text" }] as const);
  const all = new Map<string, AnswerKind>([
    ...hidden,
    ...fields.map(({ value }) => [value.id, answerKind(value)] as const),
    ...calculations.map(({ id }) => [id, { kind: "number" }] as const),
  ]);
  const scope = new Map<string, AnswerKind>(hidden);
  const problems: StructureProblem[] = [];
  for (const { value, path } of fields) {
    const context = { scope, all, allowed: "allowed_earlier" } as const;
    if (value.visible_if)
      problems.push(...conditionProblems(value.visible_if, `${path}/visible_if`, context));
    scope.set(value.id, answerKind(value));
  }
  calculations.forEach(({ id, expression }, index) => {
    const context = { scope, all, allowed: "allowed_before" } as const;
    problems.push(...expressionProblems(expression, `/calculations/${index}/expression`, context));
    scope.set(id, { kind: "number" });
  });
  endings.forEach(({ when }, index) => {
    const context = { scope, all, allowed: "allowed_all" } as const;
    if (when) problems.push(...conditionProblems(when, `/endings/${index}/when`, context));
    else if (index < endings.length - 1) problems.push(problemAt(`/endings/${index}`, "ending_always"));
  });
  return problems;
}

function conditionProblems(condition: Condition, path: string, context: Context): StructureProblem[] {
  if ("all" in condition) return each(condition.all, `${path}/all`, context, conditionProblems);
  if ("any" in condition) return each(condition.any, `${path}/any`, context, conditionProblems);
  if ("not" in condition) return conditionProblems(condition.not, `${path}/not`, context);
  const target = find(condition.field, path, context);
  return "problem" in target ? [target] : testProblems(condition, target.found, path);
}

function expressionProblems(expression: Expression, path: string, context: Context): StructureProblem[] {
  if (typeof expression === "number") return [];
  if (!("op" in expression)) {
    return wrongKind(expression.field, ["number"], "operand_number", path, context);
  }
  switch (expression.op) {
    case "add":
    case "multiply":
    case "min":
    case "max":
      return each(expression.args, `${path}/args`, context, expressionProblems);
    case "subtract":
    case "divide":
      return [
        ...expressionProblems(expression.left, `${path}/left`, context),
        ...expressionProblems(expression.right, `${path}/right`, context),
      ];
    case "round":
      return expressionProblems(expression.arg, `${path}/arg`, context);
    case "if":
      return [
        ...conditionProblems(expression.condition, `${path}/condition`, context),
        ...expressionProblems(expression.then, `${path}/then`, context),
        ...expressionProblems(expression.else, `${path}/else`, context),
      ];
    case "score":
      return scoreProblems(expression, path, context);
    case "count":
      return wrongKind(
        expression.field,
        ["choice", "choices", "rows", "files"],
        "operand_countable",
        path,
        context,
      );
  }
}

function scoreProblems(
  { field, points }: { readonly field: string; readonly points: Readonly<Record<string, number>> },
  path: string,
  context: Context,
): StructureProblem[] {
  const target = find(field, path, context);
  if ("problem" in target) return [target];
  if (!("choices" in target.found)) return wrongKind(field, [], "operand_choices", path, context);
  const known = target.found.choices.map(({ id }) => id);
  return Object.keys(points)
    .filter((id) => !known.includes(id))
    .map((id) => problemAt(`${path}/points/${id}`, "score_choice", { field, choices: list(known) }));
}

function wrongKind(
  field: string,
  kinds: readonly AnswerKind["kind"][],
  expected: SentenceKey,
  path: string,
  context: Context,
): StructureProblem[] {
  const target = find(field, path, context);
  if ("problem" in target) return [target];
  if (kinds.includes(target.found.kind)) return [];
  return [problemAt(`${path}/field`, "wrong_operand", { field, expected: { key: expected } })];
}

function find(
  field: string,
  path: string,
  { scope, all, allowed }: Context,
): { readonly found: AnswerKind } | StructureProblem {
  const found = scope.get(field);
  if (found) return { found };
  const key = all.has(field) ? "reference_late" : "reference_unknown";
  return problemAt(`${path}/field`, key, { field, allowed: { key: allowed } });
}

function each<T>(
  parts: readonly T[],
  path: string,
  context: Context,
  check: (part: T, path: string, context: Context) => StructureProblem[],
): StructureProblem[] {
  return parts.flatMap((part, index) => check(part, `${path}/${index}`, context));
}

function list(ids: readonly string[]): string | Sentence {
  if (ids.length <= 20) return ids.join(", ");
  return { key: "ids_and_more", values: { ids: ids.slice(0, 20).join(", "), more: ids.length - 20 } };
}
