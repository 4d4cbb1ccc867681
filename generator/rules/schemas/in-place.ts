/** The rule about types that the manifest has wherever they are used. */
import type { Violation } from "../../diagnostics/diagnostic.ts";
import type { Model } from "../../model/model.ts";
import { keyBelow } from "../../resolve/limits.ts";
import { isPlainValue } from "../../schema/plain-value.ts";
import { everySchema, type Rule } from "../rule.ts";

export const inPlaceRules: readonly Rule[] = [
  {
    code: "in-place-is-plain",
    sentence: "`x-in-place` is at the root of a type of plain values.",
    violations: misplaced,
  },
];

function misplaced(model: Model): Violation[] {
  const types = new Set(model.types.map(({ root }) => root));
  return everySchema(model).flatMap(({ schema, root, path, at }): Violation | [] => {
    if (schema["x-in-place"] === undefined) return [];
    const place = keyBelow(at, ["x-in-place"]);
    if (path.length > 0 || !types.has(root)) return { at: place, detail: "This is no type of its own." };
    return isPlainValue(schema) ? [] : { at: place, detail: "The type has parts." };
  });
}
