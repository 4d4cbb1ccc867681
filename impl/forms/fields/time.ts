import type { TimeField } from "../../../generated/types.ts";
import { valueTally } from "../answers/tallies/texts.ts";
import type { QuestionKind } from "./kind.ts";
import { timeFilter } from "./parts/filters.ts";
import { isTime, momentKind } from "./parts/moments.ts";

/** A time of day. */
export const time: QuestionKind<TimeField> = {
  ...momentKind("time", (text) => (isTime(text) ? text.slice(0, 5) : undefined)),
  sample: ({ validation = {} }) => validation.min ?? validation.max ?? "12:00",
  tally: () => valueTally(String, /^\d{2}:\d{2}$/),
  filter: () => timeFilter,
};
