import type { TimeField } from "../../../generated/types.ts";
import { type Checked, problem } from "../../answers/problem.ts";
import { valueTally } from "../../answers/tallies/texts.ts";
import type { QuestionKind } from "./kind.ts";
import { isTime, momentKind, readText } from "./parts/moments.ts";

/** A time of day. */
export const time: QuestionKind<TimeField> = {
  ...momentKind,
  check: checkTime,
  sample: ({ validation = {} }) => validation.min ?? validation.max ?? "12:00",
  tally: () => valueTally((value) => value, /^\d{2}:\d{2}$/),
};

function checkTime({ validation = {} }: TimeField, input: unknown): Checked<string> {
  const text = readText(input);
  if (text === undefined) return undefined;
  const answer = isTime(text) ? text.slice(0, 5) : undefined;
  if (answer === undefined) return problem("time");
  const { min, max } = validation;
  if (min !== undefined && answer < min) return { problem: { code: "time_min", time: min } };
  if (max !== undefined && answer > max) return { problem: { code: "time_max", time: max } };
  return { answer };
}
