import type { FieldCondition, Scalar } from "../../../generated/types.ts";
import type { AnswerKind } from "./answer-kind.ts";
import type { StructureProblem } from "./problem.ts";

type Op = FieldCondition["op"];

const equality: readonly Op[] = ["eq", "ne", "in"];
const order: readonly Op[] = ["lt", "lte", "gt", "gte"];
const presence: readonly Op[] = ["answered", "empty"];

/** The operators that fit each kind of answer. A condition with another operator would never hold. */
export const operators: Readonly<Record<AnswerKind["kind"], readonly Op[]>> = {
  text: [...equality, "contains", ...presence],
  number: [...equality, ...order, ...presence],
  boolean: [...equality, ...presence],
  date: [...equality, ...order, ...presence],
  time: [...equality, ...order, ...presence],
  datetime: [...equality, ...order, ...presence],
  choice: [...equality, "contains", ...presence],
  choices: [...equality, "contains", ...presence],
  rows: presence,
  files: presence,
  none: [],
};

/** @param path of the condition */
export function testProblems(test: FieldCondition, target: AnswerKind, path: string): StructureProblem[] {
  const allowed = operators[target.kind];
  if (allowed.length === 0) {
    return [
      { path: `${path}/field`, problem: `is ${test.field}, which takes no answer. Name a field that does.` },
    ];
  }
  if (!allowed.includes(test.op)) {
    const problem = `is ${test.op}, which says nothing about ${test.field}. It takes ${allowed.join(", ")}.`;
    return [{ path: `${path}/op`, problem }];
  }
  if (!("value" in test)) return [];
  const values = Array.isArray(test.value) ? test.value : [test.value];
  return values.flatMap((value, index) => {
    const expected = expectedInstead(value, target);
    if (expected === undefined) return [];
    const at = Array.isArray(test.value) ? `${path}/value/${index}` : `${path}/value`;
    return [
      { path: at, problem: `is ${JSON.stringify(value)}, which ${test.field} never is. Give ${expected}.` },
    ];
  });
}

const shapes: Readonly<Record<"date" | "time" | "datetime", readonly [shape: RegExp, wanted: string]>> = {
  date: [/^\d{4}-\d{2}-\d{2}$/, "a date YYYY-MM-DD"],
  time: [/^\d{2}:\d{2}$/, "a time HH:MM"],
  datetime: [/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/, "a date and time YYYY-MM-DDTHH:MM"],
};

/** What is expected instead of the value; undefined if the value fits. */
function expectedInstead(value: Scalar, target: AnswerKind): string | undefined {
  switch (target.kind) {
    case "number":
      return typeof value === "number" ? undefined : "a number";
    case "boolean":
      return typeof value === "boolean" ? undefined : "true or false";
    case "date":
    case "time":
    case "datetime": {
      const [shape, expected] = shapes[target.kind];
      return typeof value === "string" && shape.test(value) ? undefined : expected;
    }
    case "choice":
    case "choices": {
      const ids = target.choices.map(({ id }) => id);
      if (typeof value === "string" && ids.includes(value)) return undefined;
      return `a choice id: ${ids.slice(0, 20).join(", ")}${ids.length > 20 ? ", …" : ""}`;
    }
    default:
      return typeof value === "string" ? undefined : "a text";
  }
}
