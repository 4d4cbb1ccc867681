/** Evaluates conditions such as `visible_if`, completely or as far as the answers allow. */
import type { Condition, FieldCondition, Scalar } from "../../../generated/types.ts";
import type { Answers, StoredAnswer } from "./answer.ts";

// The browser runs this file, too: it may import only types.

/** The answer with this id. Uses own properties only, because an id may be `constructor`. */
export function answerTo(answers: Answers, id: string): StoredAnswer | undefined {
  return Object.hasOwn(answers, id) ? answers[id] : undefined;
}

/** Whether a condition holds for the answers so far. A field without an answer satisfies only `empty` and `ne`. */
export function holds(condition: Condition, answers: Answers): boolean {
  if ("all" in condition) return condition.all.every((part) => holds(part, answers));
  if ("any" in condition) return condition.any.some((part) => holds(part, answers));
  if ("not" in condition) return !holds(condition.not, answers);
  return test(condition, answerTo(answers, condition.field));
}

function test(condition: FieldCondition, answer: StoredAnswer | undefined): boolean {
  switch (condition.op) {
    case "answered":
      return answer !== undefined;
    case "empty":
      return answer === undefined;
    case "in":
      return condition.value.some((value) => includes(answer, value));
    case "eq":
      return equals(answer, condition.value);
    case "ne":
      return !equals(answer, condition.value);
    case "contains":
      return contains(answer, condition.value);
    default:
      return compares(condition.op, answer, condition.value);
  }
}

/** A list equals a choice if that is the only one selected. */
function equals(answer: StoredAnswer | undefined, value: Scalar): boolean {
  return Array.isArray(answer) ? answer.length === 1 && answer[0] === value : answer === value;
}

function includes(answer: StoredAnswer | undefined, value: Scalar): boolean {
  return Array.isArray(answer) ? answer.includes(value) : answer === value;
}

function contains(answer: StoredAnswer | undefined, value: Scalar): boolean {
  if (typeof answer === "string") return answer.toLowerCase().includes(String(value).toLowerCase());
  return includes(answer, value);
}

type Comparison = "lt" | "lte" | "gt" | "gte";

/** Compares numbers with numbers, and dates and times as text, which sorts in the same way. */
function compares(op: Comparison, answer: StoredAnswer | undefined, value: Scalar): boolean {
  if (typeof answer === "number" && typeof value === "number") return ordered(op, answer, value);
  return typeof answer === "string" && typeof value === "string" && ordered(op, answer, value);
}

function ordered<T extends number | string>(op: Comparison, left: T, right: T): boolean {
  if (op === "lt") return left < right;
  if (op === "lte") return left <= right;
  return op === "gt" ? left > right : left >= right;
}

/**
 * Evaluates a condition partially: the part that depends on fields that can still change, or `true` or `false` if
 * none does. The result contains no earlier answers, so it can be sent to the browser.
 * @param open ids of the fields that can still change
 */
export function remainingCondition(
  condition: Condition,
  answers: Answers,
  open: ReadonlySet<string>,
): Condition | boolean {
  if ("all" in condition) {
    const parts = condition.all.map((part) => remainingCondition(part, answers, open));
    if (parts.includes(false)) return false;
    const rest = parts.filter((part) => typeof part !== "boolean");
    return rest.length === 0 || { all: rest };
  }
  if ("any" in condition) {
    const parts = condition.any.map((part) => remainingCondition(part, answers, open));
    if (parts.includes(true)) return true;
    const rest = parts.filter((part) => typeof part !== "boolean");
    return rest.length > 0 && { any: rest };
  }
  if ("not" in condition) {
    const part = remainingCondition(condition.not, answers, open);
    return typeof part === "boolean" ? !part : { not: part };
  }
  return open.has(condition.field) ? condition : holds(condition, answers);
}
