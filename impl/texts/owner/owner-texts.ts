/** The texts of the owner's pages, in the available languages. The preview also shows texts for respondents. */
import { type TextKey, textsIn } from "../languages.ts";
import { toLocalDay, toLocalTime, UTC, writeZonedTime } from "../time-zone.ts";
import { createTranslation, type TranslationOf } from "../translate.ts";
import de from "./de.json" with { type: "json" };
import en from "./en.json" with { type: "json" };
import hashes from "./english-hashes.json" with { type: "json" };
import es from "./es.json" with { type: "json" };
import fr from "./fr.json" with { type: "json" };
import it from "./it.json" with { type: "json" };
import nl from "./nl.json" with { type: "json" };
import pl from "./pl.json" with { type: "json" };
import pt from "./pt.json" with { type: "json" };
import { type OwnerLanguage, ownerLanguages, withEnglish } from "./translations.ts";

export { type OwnerLanguage, ownerLanguages };

export type OwnerTextKey = TextKey | keyof typeof en;

/** The texts, and the ways to write moments, which are stored in UTC, in the time zone of the account. */
export interface OwnerTranslation extends TranslationOf<OwnerTextKey> {
  readonly language: OwnerLanguage;
  /** The time zone of the account (IANA). */
  readonly zone: string;
  /** The date of a moment. */
  day(iso: string): string;
  /** Date and time of a moment. */
  time(iso: string): string;
  /** Date, time and the name of the zone. */
  zonedTime(iso: string): string;
}

const own = /* @__PURE__ */ withEnglish({ en, de, es, fr, it, nl, pl, pt }, hashes);

const written: Readonly<Record<OwnerLanguage, Readonly<Record<OwnerTextKey, string>>>> = {
  en: { ...textsIn("en"), ...own.en },
  de: { ...textsIn("de"), ...own.de },
  es: { ...textsIn("es"), ...own.es },
  fr: { ...textsIn("fr"), ...own.fr },
  it: { ...textsIn("it"), ...own.it },
  nl: { ...textsIn("nl"), ...own.nl },
  pl: { ...textsIn("pl"), ...own.pl },
  pt: { ...textsIn("pt"), ...own.pt },
};

export function isOwnerText(key: string): key is OwnerTextKey {
  return Object.hasOwn(written.en, key);
}

export function isOwnerLanguage(code: string): code is OwnerLanguage {
  return Object.hasOwn(written, code);
}

/** @param zone the time zone of the account */
export function ownerTranslation(language: OwnerLanguage, zone: string = UTC): OwnerTranslation {
  return translateOwner(written[language], language, zone);
}

/** Texts for pages, by language. */
const unbroken = new Map<OwnerLanguage, Readonly<Record<OwnerTextKey, string>>>();

/** The translation for pages. On small phones lines are short, and none breaks at the hyphen of "e-mail". */
export function pageTranslation(language: OwnerLanguage, zone: string = UTC): OwnerTranslation {
  const texts = unbroken.get(language) ?? keepMailTogether(written[language]);
  unbroken.set(language, texts);
  return translateOwner(texts, language, zone);
}

function keepMailTogether<Texts extends Readonly<Record<string, string>>>(texts: Texts): Texts {
  const pairs = Object.entries(texts).map(([key, text]) => [
    key,
    text.replaceAll(/\b(e)-(mail)/gi, "$1\u2011$2"),
  ]);
  return Object.fromEntries(pairs) as Texts;
}

function translateOwner(
  texts: Readonly<Record<OwnerTextKey, string>>,
  language: OwnerLanguage,
  zone: string,
): OwnerTranslation {
  const t = createTranslation<OwnerTextKey>(texts, language, "en");
  return {
    ...t,
    language,
    zone,
    day: (iso) => t.date(toLocalDay(iso, zone)),
    time: (iso) => t.datetime(toLocalTime(iso, zone)),
    zonedTime: (iso) => writeZonedTime(t, iso, zone),
  };
}
