/** Reads the values in the arguments and conditions of a sum: a value of the spec, or a place of the call whose result has the sum. */
import type { Json, SumValue } from "@toolwright/conformance/cases";
import { isExpression, parseExpression } from "./expression.ts";

/** Returns undefined for an expression that is about something else than this call. */
export function toSumValue(value: unknown): SumValue | undefined {
  if (!isExpression(value)) return { value: value as Json };
  const expression = parseExpression(value);
  if (expression?.from === "request") return { argument: expression.pointer };
  const isResult = expression?.from === "result" && expression.member === "structuredContent";
  return isResult ? { result: expression.pointer } : undefined;
}
