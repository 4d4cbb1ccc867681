/** The texts of the owner's pages, in the available languages. The preview also shows texts for respondents. */
import { type TextKey, textsIn } from "../languages.ts";
import { createTranslation, type TranslationOf } from "../translate.ts";
import de from "./de.json" with { type: "json" };
import en from "./en.json" with { type: "json" };

export type OwnerTextKey = TextKey | keyof typeof en;
export type OwnerTranslation = TranslationOf<OwnerTextKey> & { readonly language: OwnerLanguage };

/** The first is the default. */
export const ownerLanguages = ["en", "de"] as const;

export type OwnerLanguage = (typeof ownerLanguages)[number];

/** A text that is missing in a language does not compile. */
const written: Readonly<Record<OwnerLanguage, Readonly<Record<OwnerTextKey, string>>>> = {
  en: { ...textsIn("en"), ...en },
  de: { ...textsIn("de"), ...de },
};

export function isOwnerText(key: string): key is OwnerTextKey {
  return Object.hasOwn(written.en, key);
}

export function isOwnerLanguage(code: string): code is OwnerLanguage {
  return Object.hasOwn(written, code);
}

export function ownerTranslation(language: OwnerLanguage): OwnerTranslation {
  return { ...createTranslation<OwnerTextKey>(written[language], language, "en"), language };
}
