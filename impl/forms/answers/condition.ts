/** Evaluates conditions such as `visible_if`, completely or as far as the answers allow. */
import type { FieldCondition, Scalar } from "../../../generated/types.ts";
import type { Answers, StoredAnswer } from "./answer.ts";
import type { Leaf, Order, Predicate } from "./expression.ts";

// The browser runs this file, too: it may import only types.

/** The answer with this id. Uses own properties only, because an id may be `constructor`. */
export function answerTo(answers: Answers, id: string): StoredAnswer | undefined {
  return Object.hasOwn(answers, id) ? answers[id] : undefined;
}

/** Tells whether a condition holds for the answers so far. @param isTrue judges a part that is not a combination */
export function holds(condition: Predicate, isTrue: (leaf: Leaf) => boolean): boolean {
  if ("all" in condition) return condition.all.every((part) => holds(part, isTrue));
  if ("any" in condition) return condition.any.some((part) => holds(part, isTrue));
  if ("not" in condition) return !holds(condition.not, isTrue);
  return isTrue(condition);
}

/** Tells whether a test of one field holds. A field without an answer only satisfies `empty` and negated tests. */
export function passes(test: FieldCondition, answers: Answers): boolean {
  const answer = answerTo(answers, test.field);
  if (!("value" in test)) return (test.op === "answered") === (answer !== undefined);
  const isDenied = test.op.startsWith("not_");
  return isDenied !== fits(isDenied ? test.op.slice(4) : test.op, test.value, answer);
}

function fits(op: string, value: Scalar | readonly Scalar[], answer: StoredAnswer | undefined): boolean {
  if (typeof value === "object") {
    const all = new Set(toList(answer));
    return value.some((one) => all.has(one));
  }
  if (op === "equals") return equals(answer, value);
  return op === "contains" ? contains(answer, value) : compares(op as Order, answer, value);
}

const toList = (answer: StoredAnswer | undefined): readonly unknown[] => [answer].flat();

/** A list equals a choice if that is the only one selected. */
function equals(answer: StoredAnswer | undefined, value: Scalar): boolean {
  const all = toList(answer);
  return all.length === 1 && all[0] === value;
}

/** Many conditions may search one long text. */
let [searched, lowered] = ["", ""];

function contains(answer: StoredAnswer | undefined, value: Scalar): boolean {
  if (typeof answer === "string") {
    if (searched !== answer) [searched, lowered] = [answer, answer.toLowerCase()];
    return lowered.includes(String(value).toLowerCase());
  }
  return toList(answer).includes(value);
}

/** Compares numbers with numbers, and dates and times as text, which sorts in the same way. */
function compares(op: Order, answer: StoredAnswer | undefined, value: Scalar): boolean {
  return typeof answer === typeof value && isOrdered(op, answer as Scalar, value);
}

function isOrdered(op: Order, left: Scalar, right: Scalar): boolean {
  if (op === "lt") return left < right;
  if (op === "lte") return left <= right;
  return op === "gt" ? left > right : left >= right;
}

/**
 * Evaluates a condition partially. Returns the part that depends on answers that can still change, or `true` or `false`. The
 * result contains no earlier answers, so it can be sent to the browser. @param remaining does the same for a part that is not a
 * combination
 */
export function remainingCondition(
  condition: Predicate,
  remaining: (leaf: Leaf) => Predicate | boolean,
): Predicate | boolean {
  if ("all" in condition) {
    const parts = condition.all.map((part) => remainingCondition(part, remaining));
    if (parts.includes(false)) return false;
    const rest = parts.filter((part) => typeof part !== "boolean");
    return rest.length === 0 || { all: rest };
  }
  if ("any" in condition) {
    const parts = condition.any.map((part) => remainingCondition(part, remaining));
    if (parts.includes(true)) return true;
    const rest = parts.filter((part) => typeof part !== "boolean");
    return rest.length > 0 && { any: rest };
  }
  if ("not" in condition) {
    const part = remainingCondition(condition.not, remaining);
    return typeof part === "boolean" ? !part : { not: part };
  }
  return remaining(condition);
}
