/** The checks that browsers make before a form is sent. */
import type { AnswerField } from "../../answers/answer.ts";
import type { Problem } from "../../answers/problem.ts";
import { questionKind } from "../../forms/fields/kinds.ts";
import type { Translation } from "../../texts/translate.ts";
import type { ClientRule } from "../rule.ts";
import { pointsOf } from "./fields/points.ts";
import { problemText } from "./problem-text.ts";

/** The rules of a field that browsers can check. */
export function clientRules(field: AnswerField, t: Translation): ClientRule[] {
  const say = (problem: Problem) => problemText(t, problem);
  const rules = rulesOfType(field, say);
  return field.required ? [["required", say({ code: questionKind(field).missing(field) })], ...rules] : rules;
}

function rulesOfType(field: AnswerField, say: (problem: Problem) => string): ClientRule[] {
  switch (field.type) {
    case "short_text":
    case "long_text": {
      const { min_length: min, max_length: max } = field.validation ?? {};
      return [
        ...ruleOf(min, (count) => ["length", count, null, say({ code: "min_length", count })]),
        ...ruleOf(max, (count) => ["length", null, count, say({ code: "max_length", count })]),
      ];
    }
    case "email":
      return [["email", say({ code: "email" })]];
    case "number": {
      const { min, max, integer } = field.validation ?? {};
      return [
        ["number", say({ code: "number" })],
        ...(integer ? [["integer", say({ code: "integer" })] as const] : []),
        ...ruleOf(min, (number) => ["range", number, null, say({ code: "number_min", number })]),
        ...ruleOf(max, (number) => ["range", null, number, say({ code: "number_max", number })]),
      ];
    }
    case "scale": {
      if (pointsOf(field) !== undefined) return [];
      const message = say({ code: "choice" });
      return [
        ["integer", message],
        ["range", field.min, field.max, message],
      ];
    }
    case "multiple_choice": {
      const { min_selections: min, max_selections: max } = field.validation ?? {};
      return [
        ...ruleOf(min, (count) => ["chosen", count, null, say({ code: "min_selections", count })]),
        ...ruleOf(max, (count) => ["chosen", null, count, say({ code: "max_selections", count })]),
      ];
    }
    default:
      return [];
  }
}

function ruleOf(bound: number | undefined, make: (bound: number) => ClientRule): ClientRule[] {
  return bound === undefined ? [] : [make(bound)];
}
