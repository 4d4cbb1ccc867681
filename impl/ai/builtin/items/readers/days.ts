/** Reads the bounds of a date: "after 2027-05-01", "between 1 June 2027 and 10 June 2027". */
import { dayAt } from "../../reading/days.ts";
import type { Reader } from "./reader.ts";

/** "from 1 March 2027", "until 2027-12-31", "between 2027-01-01 and 2027-12-31" */
export const readDays: Reader = ({ prompt, lexicon }, from, limit) => {
  const lead = prompt.keyAt(from, limit, "dateFrom", "dateUntil", "dateBetween", "dateAfter", "dateBefore");
  const first = lead && dayAt(prompt, lead.to, lexicon);
  if (!first || first.to > limit) return undefined;
  const join =
    lexicon.table("and", "range").at(prompt.tokens, first.to, limit) ??
    prompt.keyAt(first.to, limit, "dateUntil");
  const second = dayAt(prompt, join?.to ?? first.to + (prompt.isMark(first.to, "-–—") ? 1 : 0), lexicon);
  if (second && second.to <= limit)
    return { to: second.to, says: { days: { min: first.value, max: second.value } } };
  if (lead.value === "dateBetween") return undefined;
  const side = lead.value === "dateFrom" || lead.value === "dateAfter" ? "min" : "max";
  // Before and after a day are read as with that day.
  const isInclusive = lead.value === "dateAfter" || lead.value === "dateBefore";
  return { to: first.to, says: { days: { [side]: first.value }, ...(isInclusive && { isInclusive }) } };
};
