/** The texts of the owner's pages, in the languages that have them. Its preview shows those of respondents, too. */
import type { Language } from "../../../generated/types.ts";
import respondentsDe from "../de.json" with { type: "json" };
import respondentsEn from "../en.json" with { type: "json" };
import { type TranslationOf, translationOf } from "../translate.ts";
import de from "./de.json" with { type: "json" };
import en from "./en.json" with { type: "json" };

const english = { ...respondentsEn, ...en };

export type OwnerTextKey = keyof typeof english;
export type OwnerTranslation = TranslationOf<OwnerTextKey> & { readonly language: OwnerLanguage };

/** A text that is missing in a language does not compile. */
const written = {
  en: english,
  de: { ...respondentsDe, ...de },
} as const satisfies Partial<Record<Language, Readonly<Record<OwnerTextKey, string>>>>;

export type OwnerLanguage = keyof typeof written;

/** The first is the default. */
export const ownerLanguages: readonly [OwnerLanguage, ...OwnerLanguage[]] = ["en", "de"];

export function isOwnerLanguage(code: string): code is OwnerLanguage {
  return Object.hasOwn(written, code);
}

export function ownerTranslation(language: OwnerLanguage): OwnerTranslation {
  return { ...translationOf<OwnerTextKey>(written[language], language, "en"), language };
}
