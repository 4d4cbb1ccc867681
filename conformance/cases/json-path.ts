/** JSONPath (RFC 9535) in the criteria of scenarios: the generator checks a path with the code that later evaluates it. */
import { compile, JSONPathError, query } from "json-p3";
import type { Json } from "./edits.ts";

/** Whether a path selects a value. */
export function isFoundAt(path: string, value: Json): boolean {
  return query(path, value as never).length > 0;
}

/** Says why a path is invalid; `undefined` if it is valid. */
export function jsonPathProblem(path: string): string | undefined {
  try {
    compile(path);
    return undefined;
  } catch (error) {
    if (error instanceof JSONPathError)
      return error.message.replace(/ \('.*':(\d+)\)$/s, " after $1 characters");
    throw error;
  }
}

/** Lists the leading steps of a path that each name one property or item, up to the first step that may select several. */
export function namedSteps(path: string): string[] {
  const steps: string[] = [];
  for (const segment of compile(path).segments) {
    const [selector, ...others] = segment.selectors as readonly { name?: unknown; index?: unknown }[];
    const step = selector?.name ?? selector?.index;
    const isOne = segment.constructor.name === "ChildSegment" && others.length === 0;
    if (!isOne || (typeof step !== "string" && !(typeof step === "number" && step >= 0))) break;
    steps.push(String(step));
  }
  return steps;
}
