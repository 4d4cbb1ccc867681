/** Reads settings of the form, such as "limit to 50 responses". */
import type { FormSettings } from "../../../generated/types.ts";

/** Patterns of settings, in English and German. */
const LIMIT =
  /^(?:please )?(?:limit(?:ed)?(?: \w+){0,2} to|max(?:imum)?\.?(?: of)?|at most|no more than|accept (?:at most|up to|only)|only accept|close(?:s)? after|höchstens|maximal|nimm höchstens) (\d{1,7}) (?:responses|submissions|entries|registrations|answers|replies|antworten|anmeldungen|einträge)\b/i;
const ONCE =
  /\b(?:only )?(?:one|a single|1|nur eine|eine) (?:response|submission|entry|answer|registration|antwort|anmeldung) (?:per|for each|pro|je) (?:person|email|e-mail|respondent|user|participant|address|e-mail-adresse|teilnehmer)/i;
const PROGRESS = /\b(?:progress bar|show (?:the )?progress|fortschrittsbalken|fortschritt anzeigen)\b/i;
const CLOSES =
  /\b(?:clos(?:e|es|ing)|deadline|open until|available until|ends|geöffnet bis|schließt|anmeldeschluss)\b.{0,40}?(\d{4}-\d{2}-\d{2}|\d{1,2}\.? \p{L}{3,9} \d{4}|\p{L}{3,9} \d{1,2},? \d{4})/iu;

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
  const iso = /^\d{4}-/.test(date) ? date : isoDate(date);
  if (!iso || Number.isNaN(Date.parse(`${iso}T00:00:00Z`))) return undefined;
  return new Date(`${iso}T00:00:00Z`).toISOString().startsWith(iso) ? `${iso}T23:59:59Z` : undefined;
}

const MONTHS: readonly string[] = [
  "jan",
  "feb",
  "mar",
  "apr",
  "may",
  "jun",
  "jul",
  "aug",
  "sep",
  "oct",
  "nov",
  "dec",
];
const GERMAN: Readonly<Record<string, string>> = { mär: "mar", mai: "may", okt: "oct", dez: "dec" };

/** `1 May 2026`, `May 1, 2026`, `1. Mai 2026` -> `2026-05-01`. */
function isoDate(date: string): string | undefined {
  const day = /\b(\d{1,2})\b/.exec(date)?.[1];
  const year = /\b(\d{4})\b/.exec(date)?.[1];
  const name = /\p{L}{3}/u.exec(date)?.[0].toLowerCase() ?? "";
  const month = MONTHS.indexOf(GERMAN[name] ?? name) + 1;
  if (!day || !year || month === 0) return undefined;
  return `${year}-${String(month).padStart(2, "0")}-${day.padStart(2, "0")}`;
}
