/** Reads settings of the form, such as "limit to 50 responses". */
import type { FormSettings } from "../../../generated/types.ts";
import { fold } from "../lexicon/fold.ts";
import { LANGUAGES } from "../lexicon/names.ts";

/** Patterns of settings, in English and German. */
const LIMIT =
  /^(?:please )?(?:limit(?:ed)?(?: \w+){0,2} to|max(?:imum)?\.?(?: of)?|at most|no more than|accept (?:at most|up to|only)|only accept|close(?:s)? after|höchstens|maximal|nimm höchstens) (\d{1,7}) (?:responses|submissions|entries|registrations|answers|replies|antworten|anmeldungen|einträge)\b/i;
const ONCE =
  /\b(?:only )?(?:one|a single|1|nur eine|eine) (?:response|submission|entry|answer|registration|antwort|anmeldung) (?:per|for each|pro|je) (?:person|email|e-mail|respondent|user|participant|address|e-mail-adresse|teilnehmer)/i;
const PROGRESS = /\b(?:progress bar|show (?:the )?progress|fortschrittsbalken|fortschritt anzeigen)\b/i;
const CLOSES =
  /\b(?:clos(?:e|es|ing)|deadline|open until|available until|ends|geöffnet bis|schließt|anmeldeschluss)\b.{0,40}?(\d{4}-\d{2}-\d{2}|\d{1,2}\. ?\d{1,2}\. ?\d{4}|\d{1,2}\.? \p{L}{3,9} \d{4}|\p{L}{3,9} \d{1,2},? \d{4})/iu;

/** The settings that a sentence names; undefined if it names none. */
export function readSettings(sentence: string): FormSettings | undefined {
  const limit = Number(LIMIT.exec(sentence)?.[1] ?? 0);
  const closes = closingTime(CLOSES.exec(sentence)?.[1]);
  const settings: FormSettings = {
    ...(limit >= 1 && limit <= 1_000_000 && { response_limit: limit }),
    ...(ONCE.test(sentence) && { one_response_per_email: true }),
    ...(PROGRESS.test(sentence) && { show_progress: true }),
    ...(closes && { closes_at: closes }),
  };
  return Object.keys(settings).length > 0 ? settings : undefined;
}

/** The end of a day in UTC. A date without a year is ambiguous and is not read. */
export function closingTime(date: string | undefined): string | undefined {
  if (!date) return undefined;
  const day = /^\d{4}-/.test(date) ? date : isoDate(date);
  if (!day || Number.isNaN(Date.parse(`${day}T00:00:00Z`))) return undefined;
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day) ? `${day}T23:59:59Z` : undefined;
}

/** The months in the 24 languages, folded -> 1 to 12. A name that means two months, as "listopad" does, is left out. */
let months: ReadonlyMap<string, number> | undefined;

function monthsByName(): ReadonlyMap<string, number> {
  if (months) return months;
  const found = new Map<string, number>();
  const clashes = new Set<string>();
  for (const language of LANGUAGES) {
    for (const options of [{ month: "long" }, { month: "long", day: "numeric" }] as const) {
      const names = new Intl.DateTimeFormat(language, { ...options, timeZone: "UTC" });
      for (let month = 1; month <= 12; month++) {
        const parts = names.formatToParts(Date.UTC(2026, month - 1, 1));
        const name = fold(parts.find(({ type }) => type === "month")?.value ?? "");
        if ((found.get(name) ?? month) !== month) clashes.add(name);
        else if (/^\p{L}{3,}$/u.test(name)) found.set(name, month);
      }
    }
  }
  for (const name of clashes) found.delete(name);
  months = found;
  return found;
}

const SHORT: readonly string[] = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
const SHORT_GERMAN: Readonly<Record<string, string>> = { mai: "may", okt: "oct", dez: "dec" };

function monthOf(word: string): number {
  const short = word.slice(0, 3);
  return monthsByName().get(word) ?? SHORT.indexOf(SHORT_GERMAN[short] ?? short) + 1;
}

/**
 * `1 May 2026`, `May 1, 2026`, `1er juin 2026`, `30.09.2026`, `30/9/2026`, `2026. 9. 30.` -> `2026-09-30`. `3/4/2026` is ambiguous
 * and is not read.
 */
function isoDate(date: string): string | undefined {
  const [, first, mark, second, year4] = /\b(\d{1,2})([./-]) ?(\d{1,2})[./-] ?(\d{4})\b/.exec(date) ?? [];
  if (year4) {
    const isClear = mark === "." || Number(first) > 12 || first === second;
    return isClear ? iso(year4, Number(second), Number(first)) : undefined;
  }
  const [, yearFirst, monthOfYear, dayOfMonth] = /\b(\d{4})\. ?(\d{1,2})\. ?(\d{1,2})\b/.exec(date) ?? [];
  if (yearFirst) return iso(yearFirst, Number(monthOfYear), Number(dayOfMonth));
  const day = /(?<!\d)(\d{1,2})(?!\d)/.exec(date)?.[1];
  const year = /\b(\d{4})\b/.exec(date)?.[1];
  const words = fold(date).match(/\p{L}{3,}/gu) ?? [];
  const month = words.map(monthOf).find((found) => found > 0);
  return day && year && month ? iso(year, month, Number(day)) : undefined;
}

/** "between 1 June 2027 and 10 June 2027" -> "between 2027-06-01 and 2027-06-10"; "in June 2027" is all of its days. */
export function withIsoDays(text: string): string {
  return text
    .replace(
      SHARED_YEAR,
      (
        _whole,
        day: string,
        month: string | undefined,
        and: string,
        last: string,
        name: string,
        year: string,
      ) => `${day} ${month?.trim() ?? name} ${year} ${and} ${last} ${name} ${year}`,
    )
    .replace(DAYS, (date) => isoDate(date) ?? date)
    .replace(
      /(?<!\p{L})(before|vor|avant|antes de|prima del|voor|przed) (\d{4})(?![\d-])/giu,
      (_whole, before: string, year: string) => `${before} ${Number(year) - 1}-12-31`,
    )
    .replace(MONTH_OF_YEAR, (whole, name: string, year: string) => {
      const month = monthOf(fold(name));
      const last = new Date(Date.UTC(Number(year), month, 0)).getUTCDate();
      return month > 0 ? `between ${iso(year, month, 1)} and ${iso(year, month, last)}` : whole;
    });
}

/** "1 June and 30 June 2027", "1 to 10 June 2027" */
const SHARED_YEAR =
  /(?<![\d.-])(\d{1,2})\.?( \p{L}{3,10})? (and|to|until|und|bis|et|au|y|al|e|en|tot|i|do) (\d{1,2})\.? (\p{L}{3,10}) (\d{4})/giu;
const DAYS =
  /(?<![\d.-])\d{1,2}(?:\.|st|nd|rd|th|er|º)?(?: de| of)? \p{L}{3,10}(?: de|,)? \d{4}|\p{L}{3,9} \d{1,2}(?:st|nd|rd|th)?,? \d{4}|(?<![\d.-])\d{1,2}[./] ?\d{1,2}[./] ?\d{4}/gu;
const MONTH_OF_YEAR = /(?<!\p{L})(?:in|im|en|em|w|a) (\p{L}{3,10}) (\d{4})(?!\d)/giu;

function iso(year: string, month: number, day: number): string {
  return `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
}
