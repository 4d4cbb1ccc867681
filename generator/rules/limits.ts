/** Rules about limits. */
import type { Violation } from "../diagnostics/diagnostic.ts";
import type { Limit, Model } from "../model/model.ts";
import { locationBelow } from "../resolve/limits.ts";
import { pointerSteps } from "../schema/reference.ts";
import { resolver } from "../schema/roots.ts";
import { schemasAt } from "../schema/value-at.ts";
import type { Rule } from "./rule.ts";

export const limitRules: readonly Rule[] = [
  {
    code: "limit-numbers",
    sentence: "A limit leaves room: its smallest number is not above its largest, and it counts up from 0.",
    violations: ({ limits }) => limits.flatMap(crampedNumbers),
  },
  {
    code: "limit-field",
    sentence: "The field of a limit is in the output of every tool that the limit applies to.",
    violations: absentFields,
  },
];

function crampedNumbers({ kind, numbers, at }: Limit): Violation[] {
  const { min, max } = numbers;
  if (kind === "range" || kind === "count") {
    if (min !== undefined && max !== undefined && min > max) {
      const related = [{ at: locationBelow(at, ["max"]), message: `max is ${max} here.` }];
      return [{ at: locationBelow(at, ["min"]), detail: `min ${min} is above max ${max}.`, related }];
    }
  }
  if (kind === "range") return [];
  return Object.entries(numbers)
    .filter(([key, number]) => number < 0 || (key !== "seconds" && !Number.isInteger(number)))
    .map(([key, number]) => ({
      at: locationBelow(at, [key]),
      detail: `${key} is ${number}, which is not ${key === "seconds" ? "0 or more" : "a whole number, 0 or more"}.`,
    }));
}

function absentFields(model: Model): Violation[] {
  const resolve = resolver(model);
  return model.limits.flatMap(({ field, appliesTo, at }) => {
    if (field === undefined) return [];
    if (appliesTo === "all" || appliesTo.length === 0) {
      return [
        {
          at: locationBelow(at, ["field"]),
          detail: "The limit applies to no tool in particular.",
          hint: "Name the tools in applies_to.",
        },
      ];
    }
    return model.tools
      .filter(({ name }) => appliesTo.includes(name))
      .filter(({ output }) => {
        const target = output && { root: output, pointer: "", schema: output.schema };
        return !target || schemasAt(target, pointerSteps(field), resolve).length === 0;
      })
      .map(({ name }) => ({
        at: locationBelow(at, ["field"]),
        detail: `The output of ${name} has nothing at ${JSON.stringify(field)}.`,
      }));
  });
}
