/** The checks that browsers make before a form is sent. */
import type { AnswerField } from "../../answers/answer.ts";
import { missingCode } from "../../answers/check.ts";
import type { Problem } from "../../answers/problem.ts";
import type { Translation } from "../../texts/translate.ts";
import type { ClientRule } from "../rule.ts";
import { pointsOf } from "./fields/points.ts";
import { problemText } from "./problem-text.ts";

/** The rules of a field that browsers can check. */
export function clientRules(field: AnswerField, t: Translation): ClientRule[] {
  const say = (problem: Problem) => problemText(t, problem);
  const rules: ClientRule[] = field.required ? [["required", say({ code: missingCode(field) })]] : [];
  switch (field.type) {
    case "short_text":
    case "long_text": {
      const { min_length: min, max_length: max } = field.validation ?? {};
      if (min !== undefined) rules.push(["length", min, null, say({ code: "min_length", count: min })]);
      if (max !== undefined) rules.push(["length", null, max, say({ code: "max_length", count: max })]);
      break;
    }
    case "email":
      rules.push(["email", say({ code: "email" })]);
      break;
    case "number": {
      const { min, max, integer } = field.validation ?? {};
      rules.push(["number", say({ code: "number" })]);
      if (integer) rules.push(["integer", say({ code: "integer" })]);
      if (min !== undefined) rules.push(["range", min, null, say({ code: "number_min", number: min })]);
      if (max !== undefined) rules.push(["range", null, max, say({ code: "number_max", number: max })]);
      break;
    }
    case "scale":
      if (pointsOf(field) === undefined) {
        const message = say({ code: "choice" });
        rules.push(["integer", message], ["range", field.min, field.max, message]);
      }
      break;
    case "multiple_choice": {
      const { min_selections: min, max_selections: max } = field.validation ?? {};
      if (min !== undefined) rules.push(["chosen", min, null, say({ code: "min_selections", count: min })]);
      if (max !== undefined) rules.push(["chosen", null, max, say({ code: "max_selections", count: max })]);
      break;
    }
  }
  return rules;
}
