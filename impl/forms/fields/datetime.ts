import type { DatetimeField } from "../../../generated/types.ts";
import { valueTally } from "../answers/tallies/texts.ts";
import type { QuestionKind } from "./kind.ts";
import { dayFilter } from "./parts/filters.ts";
import { firstDay, isDate, isTime, momentKind } from "./parts/moments.ts";

/** A day and a time. */
export const datetime: QuestionKind<DatetimeField> = {
  ...momentKind("datetime", readMoment),
  sample: (field) => readMoment(firstDay(field)) ?? `${firstDay(field)}T12:00`,
  words: (answer, t) => t.datetime(answer),
  tally: (_field, wording) => valueTally(wording.datetime, /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/),
  filter: () => dayFilter,
};

function readMoment(text: string): string | undefined {
  const [date = "", time = ""] = text.split("T");
  return isDate(date) && isTime(time) ? `${date}T${time.slice(0, 5)}` : undefined;
}
