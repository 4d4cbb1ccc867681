/** The names of the 24 languages. */
import type { Language } from "../../../generated/types.ts";
import { fold } from "../fold.ts";
import { languageCodes } from "../languages.ts";

const english = new Intl.DisplayNames(["en"], { type: "language" });

function englishName(code: string): string {
  return english.of(code) ?? code;
}

/** The 24 official languages of the EU, in the order of their English names: forms have these. */
export const LANGUAGES: readonly Language[] = languageCodes.toSorted((one, other) =>
  englishName(one) < englishName(other) ? -1 : 1,
);

/** The name of a language in warnings: `German (de)`. */
export function languageName(language: Language): string {
  return `${englishName(language)} (${language})`;
}

const names = new Map<Language, ReadonlyMap<string, Language>>();

/** Names of the 24 languages in `language` and in English, folded -> their codes. */
export function languageNames(language: Language): ReadonlyMap<string, Language> {
  const cached = names.get(language);
  if (cached) return cached;
  const display = new Intl.DisplayNames([language], { type: "language" });
  const made = new Map<string, Language>();
  for (const code of LANGUAGES) {
    made.set(fold(englishName(code)), code);
    const name = fold(display.of(code) ?? englishName(code));
    made.set(name, code);
    // "ins Englische"
    if (language === "de") made.set(`${name}e`, code);
  }
  names.set(language, made);
  return made;
}

/** Languages that prompts name or are written in, and that forms cannot have. */
export const OTHER_LANGUAGES = [
  "af",
  "ar",
  "az",
  "be",
  "bn",
  "bs",
  "ca",
  "cy",
  "eo",
  "eu",
  "fa",
  "gl",
  "he",
  "hi",
  "hy",
  "id",
  "is",
  "ja",
  "ka",
  "kk",
  "ko",
  "la",
  "lb",
  "mk",
  "mn",
  "ms",
  "nb",
  "nn",
  "no",
  "ru",
  "sq",
  "sr",
  "sw",
  "ta",
  "th",
  "tl",
  "tlh",
  "tr",
  "uk",
  "ur",
  "uz",
  "vi",
  "yi",
  "zh",
] as const;

export type OtherLanguage = (typeof OTHER_LANGUAGES)[number];

/** The name of a language that forms cannot have, in warnings: `Turkish`. */
export function otherLanguageName(code: OtherLanguage): string {
  return code === "tlh" ? "Klingon" : englishName(code);
}
