import type { DateField } from "../../../generated/types.ts";
import { valueTally } from "../answers/tallies/texts.ts";
import type { QuestionKind } from "./kind.ts";
import { dayFilter } from "./parts/filters.ts";
import { firstDay, isDate, momentKind } from "./parts/moments.ts";

/** A day. */
export const date: QuestionKind<DateField> = {
  ...momentKind("date", (text) => (isDate(text) ? text : undefined)),
  sample: firstDay,
  words: (answer, t) => t.date(answer),
  tally: (_field, wording) => valueTally(wording.date, /^\d{4}-\d{2}-\d{2}$/),
  filter: () => dayFilter,
};
