/** Reads values in details: numbers, dates, times. */
import type { Token } from "./marks/tokens.ts";
import { oneOf, type Words } from "./words.ts";
import { writtenDateAt } from "./written-dates.ts";

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
  const date = writtenDateAt(tokens, at, words.language);
  if (date === undefined) return numberAt(tokens, at);
  const text = realDay(date.text);
  return toFoundValue(text === undefined ? undefined : { kind: "date", text }, date.to);
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
