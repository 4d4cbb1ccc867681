import type { FieldCondition, Scalar } from "../../../generated/types.ts";
import type { Sentence } from "../../texts/sentences/sentence.ts";
import type { AnswerKind } from "../fields/client/client-kind.ts";
import { problemAt, type StructureProblem } from "./problem.ts";

type Op = FieldCondition["op"];

const equality: readonly Op[] = ["equals", "not_equals", "in", "not_in"];
const order: readonly Op[] = ["lt", "lte", "gt", "gte"];
const part: readonly Op[] = ["contains", "not_contains"];
const presence: readonly Op[] = ["answered", "empty"];

/** The operators that fit each kind of answer. A condition with another operator would never hold. */
export const operators: Readonly<Record<AnswerKind["kind"], readonly Op[]>> = {
  text: [...equality, ...part, ...presence],
  number: [...equality, ...order, ...presence],
  boolean: [...equality, ...presence],
  date: [...equality, ...order, ...presence],
  time: [...equality, ...order, ...presence],
  datetime: [...equality, ...order, ...presence],
  choice: [...equality, ...part, ...presence],
  choices: [...equality, ...part, ...presence],
  rows: presence,
  files: presence,
  none: [],
};

/**
 * @param path of the condition
 * @param written how the person names an operator
 */
export function testProblems(
  test: FieldCondition,
  target: AnswerKind,
  path: string,
  written: (op: Op) => string = (one) => one,
): StructureProblem[] {
  const { field, op } = test;
  const allowed = operators[target.kind];
  if (allowed.length === 0) return [problemAt(`${path}/field`, "test_no_answer", { field })];
  if (!allowed.includes(op)) {
    const values = { operator: written(op), field, allowed: allowed.map(written).join(", ") };
    return [problemAt(`${path}/op`, "test_operator", values)];
  }
  if (!("value" in test)) return [];
  const values = Array.isArray(test.value) ? test.value : [test.value];
  return values.flatMap((value, index) => {
    const expected = expectedInstead(value, target);
    if (expected === undefined) return [];
    const at = Array.isArray(test.value) ? `${path}/value/${index}` : `${path}/value`;
    return [problemAt(at, "test_value", { value: JSON.stringify(value), field, expected })];
  });
}

const shapes = {
  date: /^\d{4}-\d{2}-\d{2}$/,
  time: /^\d{2}:\d{2}$/,
  datetime: /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/,
} as const;

/** Describes the expected value; undefined if the value fits. */
function expectedInstead(value: Scalar, target: AnswerKind): Sentence | undefined {
  switch (target.kind) {
    case "number":
      return typeof value === "number" ? undefined : { key: "expected_number" };
    case "boolean":
      return typeof value === "boolean" ? undefined : { key: "expected_boolean" };
    case "date":
    case "time":
    case "datetime":
      return typeof value === "string" && shapes[target.kind].test(value)
        ? undefined
        : { key: `expected_${target.kind}` };
    case "choice":
    case "choices": {
      const ids = target.choices.map(({ id }) => id);
      if (typeof value === "string" && ids.includes(value)) return undefined;
      const shown = `${ids.slice(0, 20).join(", ")}${ids.length > 20 ? ", …" : ""}`;
      return { key: "expected_choice", values: { ids: shown } };
    }
    default:
      return typeof value === "string" ? undefined : { key: "expected_text" };
  }
}
