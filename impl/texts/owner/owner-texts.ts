/** The texts of the owner's pages, in the languages that have them. Each part of the pages has a dictionary of its own. */
import type { Language } from "../../../generated/types.ts";
import { de } from "../de.ts";
import { en } from "../en.ts";
import { type TranslationOf, translationOf } from "../translate.ts";
import { accountDe } from "./account/de.ts";
import { accountEn } from "./account/en.ts";
import { changesDe } from "./changes/de.ts";
import { changesEn } from "./changes/en.ts";
import { formsDe } from "./forms/de.ts";
import { formsEn } from "./forms/en.ts";
import { profileDe } from "./profile/de.ts";
import { profileEn } from "./profile/en.ts";
import { responsesDe } from "./responses/de.ts";
import { responsesEn } from "./responses/en.ts";
import { settingsDe } from "./settings/de.ts";
import { settingsEn } from "./settings/en.ts";

const english = {
  ...en,
  ...accountEn,
  ...formsEn,
  ...responsesEn,
  ...settingsEn,
  ...profileEn,
  ...changesEn,
};

export type OwnerTextKey = keyof typeof english;
export type OwnerTranslation = TranslationOf<OwnerTextKey>;

/** A text that is missing in a language does not compile. */
const written = {
  en: english,
  de: { ...de, ...accountDe, ...formsDe, ...responsesDe, ...settingsDe, ...profileDe, ...changesDe },
} as const satisfies Partial<Record<Language, Readonly<Record<OwnerTextKey, unknown>>>>;

export type OwnerLanguage = keyof typeof written;

/** The first is the default. */
export const ownerLanguages: readonly [OwnerLanguage, ...OwnerLanguage[]] = ["en", "de"];

export function isOwnerLanguage(code: string): code is OwnerLanguage {
  return Object.hasOwn(written, code);
}

export function ownerTranslation(language: OwnerLanguage): OwnerTranslation {
  return translationOf<OwnerTextKey>(written[language], language, "en");
}
