/** Formats answers in the language of who reads them, on pages, in conversations and in mails. */
import type { Language } from "../../../generated/types.ts";
import type { SummaryWording } from "../../forms/answers/tallies/tally.ts";
import { writeNumber } from "../../texts/number.ts";
import type { OwnerTranslation } from "../../texts/owner/owner-texts.ts";
import type { Translation } from "../../texts/translate.ts";
import type { Wording } from "./cell.ts";

/** Writes answers for people. @param language the language of the form's own texts, and the one for those that it lacks */
export function answerWording(
  t: AnswerTranslation,
  languages: { readonly language: Language; readonly fallback?: Language },
): Wording {
  return {
    ...languages,
    file: ({ name }) => name,
    boolean: (value) => t.say(value ? "yes" : "no"),
    time: timeFormatter(t),
    number: numberFormatter(t),
  };
}

/** The translations of pages and mails, for owners and respondents. */
interface AnswerTranslation extends Pick<Translation, "date" | "datetime" | "locale" | "number"> {
  say(key: "yes" | "no"): string;
}

/** Formats days and times of answers like all others on the page or in the mail. */
function timeFormatter(t: Pick<Translation, "date" | "datetime">): NonNullable<Wording["time"]> {
  return (kind, iso) => (kind === "date" ? t.date(iso) : t.datetime(iso));
}

/**
 * Formats numbers of answers. Amounts have groups of digits; other numbers have none, because they may be years or numbers of
 * customers.
 */
function numberFormatter(t: Pick<Translation, "locale" | "number">): NonNullable<Wording["number"]> {
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
