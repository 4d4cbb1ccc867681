/** Formats answers in the owner's language, on pages and in conversations. */
import type { Language } from "../../../generated/types.ts";
import type { SummaryWording } from "../../forms/answers/tallies/tally.ts";
import type { Wording } from "../../responses/exports/cell.ts";
import { writeNumber } from "../../texts/number.ts";
import type { OwnerTranslation } from "../../texts/owner/owner-texts.ts";

/** Formats days and times of answers like all others on the page. */
export function timeFormatter(t: OwnerTranslation): NonNullable<Wording["time"]> {
  return (kind, iso) => (kind === "date" ? t.date(iso) : t.datetime(iso));
}

/**
 * Formats numbers of answers. Amounts have groups of digits; other numbers have none, because they may be years or numbers of
 * customers.
 */
export function numberFormatter(t: OwnerTranslation): NonNullable<Wording["number"]> {
  const plain = new Intl.NumberFormat(t.locale, { useGrouping: false, maximumFractionDigits: 20 });
  return (value, digits) => (digits ? t.number(value, digits) : writeNumber(value, plain));
}

/** @param language the language of the form's own texts */
export function summaryWording(t: OwnerTranslation, language: Language): SummaryWording {
  return {
    language,
    yes: t.say("yes"),
    no: t.say("no"),
    number: (value) => t.number(value),
    date: (iso) => t.date(iso),
    datetime: (iso) => t.datetime(iso),
  };
}
