/** Reads the bounds of a date: "not in the past", "after 2027-05-01", "between 1 and 10 June 2027". */
import { dayAt } from "../../reading/days.ts";
import { keyAt } from "../../reading/keys.ts";
import type { Reader } from "./reader.ts";

const SIDES = {
  noPast: { min: "today" },
  noFuture: { max: "today" },
  past: { max: "today" },
  future: { min: "today" },
};

/** "not in the past", "future dates only" */
export const readToday: Reader = ({ prompt, lexicon }, from, limit) => {
  const found = lexicon.table("noPast", "noFuture", "past", "future").at(prompt.tokens, from, limit);
  if (!found) return undefined;
  const days = Object.entries(SIDES).find(([name]) => name === found.value)?.[1];
  return days && { to: found.to, says: { days } };
};

/** "from 1 March 2027", "until 2027-12-31", "between 2027-01-01 and 2027-12-31" */
export const readDays: Reader = ({ prompt, lexicon }, from, limit) => {
  const { tokens } = prompt;
  const lead = keyAt(prompt, from, limit, "dateFrom", "dateUntil", "dateBetween", "dateAfter", "dateBefore");
  if (!lead) return undefined;
  const first = dayAt(prompt, lead.to, lexicon);
  if (!first || first.to > limit) return undefined;
  const middle = prompt.isMark(first.to, "-–—")
    ? first.to + 1
    : (
        lexicon.table("and", "range").at(tokens, first.to, limit) ??
        keyAt(prompt, first.to, limit, "dateUntil")
      )?.to;
  const second = middle === undefined ? undefined : dayAt(prompt, middle, lexicon);
  if (second && second.to <= limit)
    return { to: second.to, says: { days: { min: first.value, max: second.value } } };
  if (lead.value === "dateBetween") return undefined;
  if (lead.value === "dateAfter") return { to: first.to, says: { days: { min: nextDay(first.value, 1) } } };
  if (lead.value === "dateBefore") return { to: first.to, says: { days: { max: nextDay(first.value, -1) } } };
  const side = lead.value === "dateFrom" ? "min" : "max";
  return { to: first.to, says: { days: { [side]: first.value } } };
};

function nextDay(day: string, offset: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + offset);
  return date.toISOString().slice(0, 10);
}
