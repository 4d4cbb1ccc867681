/** Reads days with their year: "2027-05-20", "20.5.2027", "20 May 2027", "May 20, 2027". A day without a year is not read. */
import type { Language } from "../../../../generated/types.ts";
import { fold } from "../../../texts/fold.ts";
import { cached } from "./cache.ts";
import type { Lexicon } from "./lexicon.ts";
import type { Found } from "./phrases.ts";
import type { Prompt } from "./prompt.ts";

const months = new Map<Language, ReadonlyMap<string, number>>();

/** The names of months in a language, as they stand alone and beside a day, and their first three letters in English. */
function monthsOf(language: Language): ReadonlyMap<string, number> {
  return cached(months, language, () => namesOfMonths(language));
}

function namesOfMonths(language: Language): Map<string, number> {
  const made = new Map<string, number>();
  for (const options of [{ month: "long" }, { month: "short" }, { month: "long", day: "numeric" }] as const) {
    const names = new Intl.DateTimeFormat(language, { ...options, timeZone: "UTC" });
    for (let month = 1; month <= 12; month++) {
      const parts = names.formatToParts(Date.UTC(2026, month - 1, 1));
      const name = fold(parts.find(({ type }) => type === "month")?.value ?? "").replace(/\.$/, "");
      if (/^\p{L}{3,}$/u.test(name) && !made.has(name)) made.set(name, month);
    }
  }
  return made;
}

/** @returns the day at a token as `YYYY-MM-DD`; `undefined` also where it does not exist or could be two days ("3/4/2027") */
export function dayAt(prompt: Prompt, from: number, { language }: Lexicon): Found<string> | undefined {
  const token = prompt.tokens[from];
  if (token?.kind === "date") return found(numericDay(token.text), from, from + 1);
  const month = (at: number) => monthsOf(language).get(prompt.key(at)) ?? monthsOf("en").get(prompt.key(at));
  const [first] = wordsFrom(prompt, from);
  if (first === undefined) return undefined;
  if (/^\d{1,2}(st|nd|rd|th|er|e|o)?$/.test(first.key)) {
    const [, second, third] = wordsFrom(prompt, from);
    const named = month(second?.index ?? -1);
    if (!named || !second || !third || !/^\d{4}$/.test(third.key)) return undefined;
    return found(iso(third.key, named, Number.parseInt(first.key, 10)), from, third.index + 1);
  }
  const named = month(first.index);
  const [, day, year] = wordsFrom(prompt, from);
  if (!named || !day || !year || !/^\d{1,2}(st|nd|rd|th)?$/.test(day.key) || !/^\d{4}$/.test(year.key))
    return undefined;
  return found(iso(year.key, named, Number.parseInt(day.key, 10)), from, year.index + 1);
}

function found(value: string | undefined, from: number, to: number): Found<string> | undefined {
  return value === undefined ? undefined : { value, from, to };
}

const BETWEEN: ReadonlySet<string> = new Set(["of", "de", "do", "del", "di"]);

/** The next three words, over "." and "," and "of". */
function wordsFrom(prompt: Prompt, from: number): { key: string; index: number }[] {
  const words: { key: string; index: number }[] = [];
  for (let index = from; words.length < 3 && index < from + 8; index++) {
    const key = prompt.key(index);
    if (prompt.isWord(index) && !(words.length > 0 && BETWEEN.has(key))) words.push({ key, index });
    else if (!prompt.isWord(index) && (words.length === 0 || !prompt.isMark(index, ".,º"))) break;
  }
  return words;
}

function numericDay(text: string): string | undefined {
  const [first = "", second = "", third = ""] = text.split(/[-./]/);
  if (first.length === 4) return iso(first, Number(second), Number(third));
  const isClear = text.includes(".") || Number(first) > 12 || first === second;
  return isClear ? iso(third, Number(second), Number(first)) : undefined;
}

function iso(year: string, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(Number(year), month - 1, day));
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isReal ? date.toISOString().slice(0, 10) : undefined;
}
