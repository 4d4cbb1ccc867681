/** Reads values in details: numbers, dates, times. */
import type { Language } from "../../../generated/types.ts";
import { getCached } from "../../platform/cached.ts";
import { fold } from "../../texts/fold.ts";
import type { Token } from "./marks/tokens.ts";
import { oneOf, type Words } from "./words.ts";

export type Value =
  | { readonly kind: "number"; readonly number: number }
  /** The value in the form of structures: `2027-05-20`, `18:00`, `2027-05-20T18:00`, `today`. */
  | { readonly kind: "date" | "time" | "datetime" | "today"; readonly text: string };

export interface FoundValue {
  readonly value: Value;
  /** Behind its last token. */
  readonly to: number;
}

export function valueAt(tokens: readonly Token[], at: number, words: Words): FoundValue | undefined {
  const today = words.at(tokens, at, oneOf("values.today"));
  if (today) return { value: { kind: "today", text: "today" }, to: today.to };
  const token = tokens[at];
  if (token?.kind === "moment") return toFoundValue(moment(token.key), at + 1);
  return dayWithMonth(tokens, at, words.language) ?? numberAt(tokens, at);
}

export function numberAt(tokens: readonly Token[], at: number): FoundValue | undefined {
  const first = tokens[at];
  if (first?.kind === "number") return toFoundValue(parseNumber(first.key), at + 1);
  const next = tokens[at + 1];
  const sign = SIGNS.get(first?.key ?? "");
  return sign && next?.kind === "number" && next.isJoined
    ? toFoundValue(parseNumber(next.key, sign), at + 2)
    : undefined;
}

const SIGNS: ReadonlyMap<string, number> = new Map([
  ["-", -1],
  ["−", -1],
  ["+", 1],
]);

function toFoundValue(value: Value | undefined, to: number): FoundValue | undefined {
  return value && { value, to };
}

/** Three digits behind a sign could be thousands or thousandths, so they are not read. */
function parseNumber(text: string, sign = 1): Value | undefined {
  if (/^\d+[.,]\d{3}$/.test(text)) return undefined;
  return { kind: "number", number: sign * Number(text.replace(",", ".")) };
}

/** A number so that `numberOf` reads it. */
export function writeNumber(number: number): string {
  const text = String(number);
  return /\.\d{3}$/.test(text) ? `${text}0` : text;
}

function moment(key: string): Value | undefined {
  if (/^\d{1,2}:\d{2}$/.test(key)) {
    const text = key.padStart(5, "0");
    return /^([01]\d|2[0-3]):[0-5]\d$/.test(text) ? { kind: "time", text } : undefined;
  }
  const [, day = key, time] = /^(\d{4}-\d{2}-\d{2})[t ](\d{2}:\d{2})$/.exec(key) ?? [];
  const date = day.includes(".") ? parseDottedDate(day) : realDay(day);
  if (date === undefined) return undefined;
  return time === undefined ? { kind: "date", text: date } : { kind: "datetime", text: `${date}T${time}` };
}

/** `20.5.2027`: the day stands first wherever days are written with dots. */
function parseDottedDate(text: string): string | undefined {
  const [day = "", month = "", year = ""] = text.split(".");
  return realDay(`${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`);
}

function realDay(text: string): string | undefined {
  const date = new Date(`${text}T00:00:00Z`);
  return Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== text ? undefined : text;
}

/** `20 May 2027`, `20. Mai 2027`. */
function dayWithMonth(tokens: readonly Token[], at: number, language: Language): FoundValue | undefined {
  const day = tokens[at];
  if (day?.kind !== "number" || !/^\d{1,2}$/.test(day.key)) return undefined;
  const name = tokens[at + 1]?.key === "." ? at + 2 : at + 1;
  const month = listMonths(language).get(tokens[name]?.key ?? "");
  const year = tokens[name + 1];
  if (month === undefined || !/^\d{4}$/.test(year?.key ?? "")) return undefined;
  const text = realDay(`${year?.key}-${String(month).padStart(2, "0")}-${day.key.padStart(2, "0")}`);
  return toFoundValue(text === undefined ? undefined : { kind: "date", text }, name + 2);
}

const months = new Map<Language, ReadonlyMap<string, number>>();
/** The forms of month names, alone and beside a day. */
const STYLES = [{ month: "long" }, { month: "long", day: "numeric" }, { month: "short" }] as const;

/** The names of months in a language and in English, with their numbers. */
function listMonths(language: Language): ReadonlyMap<string, number> {
  return getCached(months, language, () => {
    const named = [...new Set<Language>(["en", language])].flatMap((locale) =>
      STYLES.flatMap((style) => monthNames(locale, style)),
    );
    return new Map(named.filter(([name]) => /^\p{L}{3,}$/u.test(name)));
  });
}

function monthNames(locale: Language, style: (typeof STYLES)[number]): (readonly [string, number])[] {
  const format = new Intl.DateTimeFormat(locale, { ...style, timeZone: "UTC" });
  return Array.from({ length: 12 }, (_, index) => {
    const parts = format.formatToParts(Date.UTC(2026, index, 1));
    const name = parts.find(({ type }) => type === "month")?.value ?? "";
    return [fold(name).replace(/\.$/, ""), index + 1] as const;
  });
}
