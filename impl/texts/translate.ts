/** Texts of the pages in one language, with their numbers and dates. */
import type { Language, LocalizedText } from "../../generated/types.ts";
import { textsIn } from "./languages.ts";
import { writeNumber } from "./number.ts";
import type { Plural, TextKey } from "./texts.ts";

/** Values for the placeholders of a text. Numbers are formatted for the language. */
export type Values = Readonly<Record<string, string | number>>;

/** The words of respondents' and learners' pages, in one language. */
export type Translation = TranslationOf<TextKey>;

/** Words with these keys, and the ways to write things, in one language. */
export interface TranslationOf<Key extends string> {
  readonly language: Language;
  /** How numbers and dates are written (BCP 47). */
  readonly locale: string;
  /** The text with this key; the plural form is chosen by `values.count`. */
  say(key: Key, values?: Values): string;
  /** All plural forms of a text, for the browser to choose from. */
  forms(key: Key): Plural;
  /** The form's text in this language, or in its default language where it has not been translated. */
  of(text: LocalizedText): string;
  /** The language of what `of` gives. */
  languageOf(text: LocalizedText): Language;
  /** @param digits after the point; undefined: as many as there are */
  number(value: number, digits?: number): string;
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

/** Where the bare code of a language would stand for a country outside of Europe. */
const LOCALES: Partial<Record<Language, string>> = { en: "en-IE", pt: "pt-PT" };

/** @param fallback the default language of the form */
export function translation(language: Language, fallback: Language): Translation {
  return translationOf(textsIn(language), language, fallback);
}

/** @param texts the words in this language */
export function translationOf<Key extends string>(
  texts: Readonly<Record<Key, string | Plural>>,
  language: Language,
  fallback: Language,
): TranslationOf<Key> {
  const locale = LOCALES[language] ?? language;
  const fill = (value: string | number) => (typeof value === "number" ? writeNumber(value, locale) : value);
  // UTC in and out: these times have no zone.
  const dateFormat = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" });
  const datetimeFormat = new Intl.DateTimeFormat(locale, {
    dateStyle: "long",
    timeStyle: "short",
    timeZone: "UTC",
  });
  return {
    language,
    locale,
    say(key, values = {}) {
      const text = texts[key];
      const template = typeof text === "string" ? text : pluralForm(text, locale, Number(values.count));
      return template.replace(/\{(\w+)\}/g, (_, name: string) => fill(values[name] ?? ""));
    },
    forms(key) {
      const text = texts[key];
      return typeof text === "string" ? { other: text } : text;
    },
    of: (text) => text[language] ?? text[fallback] ?? "",
    languageOf: (text) => (text[language] === undefined ? fallback : language),
    number: (value, digits) => writeNumber(value, locale, digits),
    date: (iso) => dateFormat.format(new Date(`${iso}T00:00Z`)),
    datetime: (iso) => datetimeFormat.format(new Date(`${iso}Z`)),
    country: (code) => new Intl.DisplayNames([locale], { type: "region" }).of(code) ?? code,
    anyOf: (items) => new Intl.ListFormat(locale, { type: "disjunction" }).format(items),
    allOf: (items) => new Intl.ListFormat(locale, { type: "conjunction" }).format(items),
  };
}

function pluralForm(text: Plural, locale: string, count: number) {
  return text[new Intl.PluralRules(locale).select(count)] ?? text.other;
}

/** The name of a language in itself, such as "Deutsch". */
export function languageName(language: Language): string {
  const name = new Intl.DisplayNames([language], { type: "language" }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}
