/** Reads days with their year: "2027-05-20", "20.5.2027", "20 May 2027", "May 20, 2027". A day without a year is not read. */
import type { Language } from "../../../../generated/types.ts";
import { cached } from "../../../platform/cached.ts";
import { fold } from "../../../texts/fold.ts";
import type { Lexicon } from "./lexicon.ts";
import type { Found } from "./phrases.ts";
import type { Prompt } from "./prompt.ts";

const months = new Map<Language, ReadonlyMap<string, number>>();
/** As they stand alone, shortened, and beside a day. */
const STYLES = [{ month: "long" }, { month: "short" }, { month: "long", day: "numeric" }] as const;

/** The names of months in a language. */
function monthsOf(language: Language): ReadonlyMap<string, number> {
  return cached(months, language, () => {
    const names = new Map<string, number>();
    for (const style of STYLES) {
      const format = new Intl.DateTimeFormat(language, { ...style, timeZone: "UTC" });
      for (let month = 1; month <= 12; month++) {
        const parts = format.formatToParts(Date.UTC(2026, month - 1, 1));
        const name = fold(parts.find(({ type }) => type === "month")?.value ?? "").replace(/\.$/, "");
        if (/^\p{L}{3,}$/u.test(name)) names.set(name, month);
      }
    }
    return names;
  });
}

/** @returns the day at a token as `YYYY-MM-DD`; `undefined` also where it does not exist or could be two days ("3/4/2027") */
export function dayAt(prompt: Prompt, from: number, { language }: Lexicon): Found<string> | undefined {
  const token = prompt.tokens[from];
  if (token?.kind === "date") return found(numericDay(token.text), from, from + 1);
  const [first, second, year] = wordsFrom(prompt, from);
  if (!first || !second || !year || !/^\d{4}$/.test(year.key)) return undefined;
  const [day, name] = /^\d/.test(first.key) ? [first.key, second.key] : [second.key, first.key];
  const month = monthsOf(language).get(name) ?? monthsOf("en").get(name);
  if (month === undefined || !/^\d{1,2}(st|nd|rd|th|er|e|o)?$/.test(day)) return undefined;
  return found(iso(year.key, month, Number.parseInt(day, 10)), from, year.index + 1);
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
