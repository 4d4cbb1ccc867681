import type { DateField } from "../../../generated/types.ts";
import { type Checked, problem } from "../../answers/problem.ts";
import { valueTally } from "../../answers/tallies/texts.ts";
import type { CheckContext, QuestionKind } from "./kind.ts";
import { earliestToday, firstDay, isDate, latestToday, momentKind, readText } from "./parts/moments.ts";

/** A day. */
export const date: QuestionKind<DateField> = {
  ...momentKind,
  check: checkDate,
  sample: firstDay,
  words: (answer, t) => t.date(answer),
  tally: (_field, wording) => valueTally(wording.date, /^\d{4}-\d{2}-\d{2}$/),
};

function checkDate({ validation = {} }: DateField, input: unknown, { now }: CheckContext): Checked<string> {
  const text = readText(input);
  if (text === undefined) return undefined;
  if (!isDate(text)) return problem("date");
  const min = validation.min === "today" ? earliestToday(now) : validation.min;
  const max = validation.max === "today" ? latestToday(now) : validation.max;
  if (min !== undefined && text < min) return { problem: { code: "date_min", date: min } };
  if (max !== undefined && text > max) return { problem: { code: "date_max", date: max } };
  return { answer: text };
}
