/** Says in one line where two JSON values differ. */
import { type Difference, differences } from "@toolwright/runtime/json";

/** All places, as one sentence; empty where the values are equal. */
export function describeDifferences(expected: unknown, actual: unknown): string {
  return differences(expected, actual).map(describeDifference).join("; ");
}

export function describeDifference({ at, expected, actual }: Difference): string {
  return `${at || "/"} is ${shown(actual)} instead of ${shown(expected)}`;
}

function shown(value: unknown): string {
  const text = value === undefined ? "nothing" : JSON.stringify(value);
  return text.length > 120 ? `${text.slice(0, 117)}...` : text;
}
