/** Reads dates with the name of a month, as people write them: `20 May 2027`, `May 20, 2027`, `20 de mayo de 2027`. */
import type { Language } from "../../../generated/types.ts";
import { getCached } from "../../platform/cache.ts";
import { fold } from "../../texts/fold.ts";
import type { Token } from "./marks/tokens.ts";

/** The text has the form of ISO 8601, and may name a day that there is not. `to`: behind its last token. */
interface WrittenDate {
  readonly text: string;
  readonly to: number;
}

type Part = "day" | "month" | "year";

/** How a language writes dates. */
interface Notation {
  readonly order: readonly Part[];
  /** Words and signs that stand between the parts, such as `de`. */
  readonly between: ReadonlySet<string>;
  /** Words and signs that may stand behind the last part, such as `d.`. */
  readonly behind: ReadonlySet<string>;
}

const dayFirst: Notation = {
  order: ["day", "month", "year"],
  between: new Set([".", ","]),
  behind: new Set(),
};

export function writtenDateAt(
  tokens: readonly Token[],
  at: number,
  language: Language,
): WrittenDate | undefined {
  for (const notation of listNotations(language)) {
    const found = readDate(tokens, at, notation, listMonths(language));
    if (found !== undefined) return found;
  }
  return undefined;
}

function readDate(
  tokens: readonly Token[],
  from: number,
  { order, between, behind }: Notation,
  months: ReadonlyMap<string, number>,
): WrittenDate | undefined {
  const found: Partial<Record<Part, number>> = {};
  let at = from;
  for (const part of order) {
    while (at > from && between.has(tokens[at]?.key ?? "")) at += 1;
    const read = part === "month" ? readMonth(tokens, at, months) : readDigits(part, tokens[at]);
    if (read === undefined) return undefined;
    found[part] = read.value;
    at = read.to ?? at + 1;
  }
  while (behind.has(tokens[at]?.key ?? "")) at += 1;
  const { day = 0, month = 0, year = 0 } = found;
  const digits = (value: number) => String(value).padStart(2, "0");
  return { text: `${year}-${digits(month)}-${digits(day)}`, to: at };
}

/** `1er`, `20th` and `1º` are days, too. */
const DAY = /^(\d{1,2})(?:er|st|nd|rd|th|o|º)?$/;
const YEAR = /^(\d{4})$/;

/** The number of a part. `to`: behind its last token, if it has more than one. */
interface ReadPart {
  readonly value: number;
  readonly to?: number;
}

function readDigits(part: "day" | "year", token: Token | undefined): ReadPart | undefined {
  const [, digits] = (part === "day" ? DAY : YEAR).exec(token?.key ?? "") ?? [];
  return digits === undefined ? undefined : { value: Number(digits) };
}

/** Irish has months of two words. */
function readMonth(
  tokens: readonly Token[],
  at: number,
  months: ReadonlyMap<string, number>,
): ReadPart | undefined {
  const [first = "", second = ""] = tokens.slice(at, at + 2).map(({ key }) => key);
  const ofTwo = months.get(`${first} ${second}`);
  if (ofTwo !== undefined) return { value: ofTwo, to: at + 2 };
  const ofOne = months.get(first);
  return ofOne === undefined ? undefined : { value: ofOne };
}

const notations = new Map<Language, readonly Notation[]>();

/** The notation of the language, the day first as most of Europe writes it, and the one of English. */
function listNotations(language: Language): readonly Notation[] {
  return getCached(notations, language, () => [notationOf(language), dayFirst, notationOf("en")]);
}

function notationOf(locale: Language): Notation {
  const format = new Intl.DateTimeFormat(locale, {
    day: "numeric",
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  });
  const parts = format.formatToParts(Date.UTC(2026, 4, 20));
  const isPart = (type: string): type is Part => ["day", "month", "year"].includes(type);
  const order = parts.flatMap(({ type }) => (isPart(type) ? [type] : []));
  const last = parts.findLastIndex(({ type }) => isPart(type));
  const keys = (from: number, to?: number) =>
    parts
      .slice(from, to)
      .flatMap(({ type, value }) =>
        type === "literal" ? (fold(value).match(/[\p{L}\p{M}]+|[^\s\p{L}]/gu) ?? []) : [],
      );
  return { order, between: new Set([...keys(0, last), ".", ","]), behind: new Set(keys(last)) };
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
    return new Map(named.filter(([name]) => /^[\p{L} ]{3,}$/u.test(name)));
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
