/** Describes the differences of two JSON values in one line. */
import { type Difference, differences } from "@toolwright/runtime/json";

/** Describes all differences in one sentence; empty if the values are equal. */
export function describeDifferences(expected: unknown, actual: unknown): string {
  return differences(expected, actual).map(describeDifference).join("; ");
}

export function describeDifference({ at, expected, actual }: Difference): string {
  return `${at || "/"} is ${showValue(actual)} instead of ${showValue(expected)}`;
}

function showValue(value: unknown): string {
  const text = value === undefined ? "nothing" : JSON.stringify(value);
  return text.length > 120 ? `${text.slice(0, 117)}...` : text;
}
