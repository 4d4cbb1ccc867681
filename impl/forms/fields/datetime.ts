import type { DatetimeField } from "../../../generated/types.ts";
import { type Checked, problem } from "../../answers/problem.ts";
import { valueTally } from "../../answers/tallies/texts.ts";
import type { CheckContext, QuestionKind } from "./kind.ts";
import {
  earliestToday,
  firstDay,
  isDate,
  isTime,
  latestToday,
  momentKind,
  readText,
} from "./parts/moments.ts";

/** A day and a time. */
export const datetime: QuestionKind<DatetimeField> = {
  ...momentKind,
  check: checkDatetime,
  sample: (field) => (firstDay(field).includes("T") ? firstDay(field) : `${firstDay(field)}T12:00`),
  words: (answer, t) => t.datetime(answer),
  tally: (_field, wording) => valueTally(wording.datetime, /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/),
};

function checkDatetime(
  { validation = {} }: DatetimeField,
  input: unknown,
  { now }: CheckContext,
): Checked<string> {
  const text = readText(input);
  if (text === undefined) return undefined;
  const [date = "", time = ""] = text.split("T");
  if (!isDate(date) || !isTime(time)) return problem("datetime");
  const answer = `${date}T${time.slice(0, 5)}`;
  const min = validation.min === "today" ? `${earliestToday(now)}T00:00` : validation.min;
  const max = validation.max === "today" ? `${latestToday(now)}T23:59` : validation.max;
  if (min !== undefined && answer < min) return { problem: { code: "datetime_min", date: min } };
  if (max !== undefined && answer > max) return { problem: { code: "datetime_max", date: max } };
  return { answer };
}
