/** Texts of the pages in one language, with their numbers and dates. */
import type { Language, LocalizedText } from "../../generated/types.ts";
import { languageCodes, type TextKey, textsIn } from "./languages.ts";
import { localeOf } from "./locale.ts";
import { fillMessage, pluralForms } from "./message.ts";
import { type Digits, numberFormat, writeNumber } from "./number.ts";
import { keepTogether } from "./unbroken-dates.ts";

/** Values for the placeholders of a text. Numbers are formatted for the language. */
export type Values = Readonly<Record<string, string | number>>;

/** The words of respondents' and learners' pages, in one language. */
export type Translation = TranslationOf<TextKey>;

/** Words with these keys, and the ways to write things, in one language. */
export interface TranslationOf<Key extends string> {
  readonly language: Language;
  /** How numbers and dates are written (BCP 47). */
  readonly locale: string;
  /** The text with this key. Values that are not given are empty. */
  say(key: Key, values?: Values): string;
  /** All plural forms of a text, for the browser to choose from. */
  forms(key: Key): Readonly<Record<string, string>>;
  /** The form's text in this language, or in its default language where it has not been translated. */
  of(text: LocalizedText): string;
  /** JSON Pointer of a text of the form, where the editor shows the page and edits it there. */
  placeOf?(text: LocalizedText): string | undefined;
  /** The language of what `of` gives. */
  languageOf(text: LocalizedText): Language;
  /** @param digits undefined: as many as there are */
  number(value: number, digits?: Digits): string;
  /** @param iso `YYYY-MM-DD` */
  date(iso: string): string;
  /** @param iso `YYYY-MM-DDTHH:MM` */
  datetime(iso: string): string;
  /** @param code of ISO 3166, such as DE */
  country(code: string): string;
  /** Alternatives, such as "a, b or c". */
  anyOf(items: readonly string[]): string;
  /** All of them, such as "a, b and c". */
  allOf(items: readonly string[]): string;
}

/** @param fallback the default language of the form */
export function translation(language: Language, fallback: Language): Translation {
  return createTranslation(textsIn(language), language, fallback);
}

/** @param texts messages in this language */
export function createTranslation<Key extends string>(
  texts: Readonly<Record<Key, string>>,
  language: Language,
  fallback: Language,
): TranslationOf<Key> {
  const locale = localeOf(language);
  const { numbers, plural, dates, datetimes, countries, any, all } =
    formats.get(locale) ?? createFormats(locale);
  const number = (value: number, digits?: Digits) =>
    writeNumber(value, digits === undefined ? numbers : numberFormat(locale, digits));
  const write = (value: string | number) => (typeof value === "number" ? number(value) : value);
  return {
    language,
    locale,
    say: (key, values = {}) =>
      fillMessage(
        texts[key],
        (name) => write(values[name] ?? ""),
        (name) => plural.select(Number(values[name])),
      ),
    forms: (key) => pluralForms(texts[key]),
    of: (text) => text[language] ?? text[fallback] ?? "",
    languageOf: (text) => (text[language] === undefined ? fallback : language),
    number,
    date: (iso) => keepTogether(dates.format(new Date(`${iso}T00:00Z`))),
    datetime: (iso) => keepTogether(datetimes.format(new Date(`${iso}Z`))),
    country: (code) => countries.of(code) ?? code,
    anyOf: (items) => any.format(items),
    allOf: (items) => all.format(items),
  };
}

/** Formats by locale: creating them takes 0.6 ms, and each page needs them. */
const formats = new Map<string, Formats>();

type Formats = ReturnType<typeof createFormats>;

function createFormats(locale: string) {
  // UTC in and out: these times have no zone.
  const made = {
    /** Numbers keep all their digits. */
    numbers: numberFormat(locale),
    plural: new Intl.PluralRules(locale),
    dates: new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" }),
    datetimes: new Intl.DateTimeFormat(locale, { dateStyle: "long", timeStyle: "short", timeZone: "UTC" }),
    countries: new Intl.DisplayNames([locale], { type: "region" }),
    any: new Intl.ListFormat(locale, { type: "disjunction" }),
    all: new Intl.ListFormat(locale, { type: "conjunction" }),
  };
  formats.set(locale, made);
  return made;
}

const languageNames = new Map(languageCodes.map((language) => [language, ownName(language)]));

function ownName(language: Language): string {
  const name = new Intl.DisplayNames([language], { type: "language" }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}

/** The name of a language in itself, such as "Deutsch". */
export function languageName(language: Language): string {
  return languageNames.get(language) ?? language;
}
