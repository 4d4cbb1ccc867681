/** Checks typed text. */

import { RE2JS } from "re2js";
import { limits } from "../../../../generated/limits.ts";
import type { TextField } from "../../../../generated/types.ts";
import { boundedCache } from "../../../platform/bounded-cache.ts";
import { cleanText } from "../../../platform/clean-text.ts";
import { type Checked, problem } from "../../answers/problem.ts";
import { textTally } from "../../answers/tallies/texts.ts";
import type { CheckContext, QuestionKind } from "../kind.ts";
import { browserPattern } from "./browser-pattern.ts";
import { textFilter } from "./filters.ts";
import { inputs } from "./inputs.ts";
import { boundRule, checkOrder, oneInput, TEXT } from "./one-input.ts";

/** A field whose answers are text. */
export function textKind(
  lines: "one" | "many",
  input: QuestionKind<TextField>["input"],
): QuestionKind<TextField> {
  return {
    ...oneInput,
    own: { placeholder: true, required: true, validation: true },
    wrongBounds: ({ validation = {} }) =>
      checkOrder("min_length", validation.min_length, validation.max_length),
    check: (field, input, context) => checkText(field, input, lines, context),
    sample: ({ validation = {} }) =>
      "Sample answer".padEnd(validation.min_length ?? 0, ".").slice(0, validation.max_length),
    tally: textTally,
    filter: () => textFilter,
    input,
    rules({ validation = {} }, say) {
      const { min_length, pattern, pattern_message: message } = validation;
      const longest = longestAnswer(validation);
      const expression = pattern === undefined ? undefined : browserPattern(pattern);
      return [
        ...boundRule(min_length, (count) => ["length", count, null, say({ code: "min_length", count })]),
        ["length", null, longest, say({ code: "max_length", count: longest })],
        ...(expression ? [["pattern", expression, say({ code: "pattern", message })] as const] : []),
      ];
    },
    accepts: ({ id }, name) => (name === inputs.answer(id) ? TEXT : undefined),
  };
}

function checkText(
  field: TextField,
  input: unknown,
  lines: "one" | "many",
  { work }: CheckContext,
): Checked<string> {
  if (typeof input !== "string") return problem("invalid");
  const answer = cleanText(input, lines);
  if (answer === "") return undefined;
  const { min_length, pattern, pattern_message } = field.validation ?? {};
  const length = [...answer].length;
  const longest = longestAnswer(field.validation);
  if (min_length !== undefined && length < min_length)
    return { problem: { code: "min_length", count: min_length } };
  if (length > longest) return { problem: { code: "max_length", count: longest } };
  if (pattern === undefined) return { answer };
  const compiled = compiledPattern(pattern);
  work.steps += compiled.programSize() * length;
  return compiled.matches(answer) ? { answer } : { problem: { code: "pattern", message: pattern_message } };
}

function longestAnswer({ max_length = limits.answer_length.max }: TextField["validation"] = {}): number {
  return Math.min(max_length, limits.answer_length.max);
}

/** Compiled patterns by their text; the cache holds 200,000 instructions, of about 200 bytes each. */
const compiledPatterns = boundedCache<RE2JS>(200_000);

/** RE2 matches in linear time. Throws if the pattern is not valid in RE2, which the rules of structures check before. */
function compiledPattern(pattern: string): RE2JS {
  const known = compiledPatterns.get(pattern);
  if (known !== undefined) return known;
  const compiled = RE2JS.compile(pattern);
  compiledPatterns.set(pattern, compiled, compiled.programSize());
  return compiled;
}
