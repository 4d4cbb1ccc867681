/** Makes the texts of a lesson in its languages. */
import type { Language } from "../../../generated/types.ts";
import type { LessonTexts } from "../content/lesson.ts";
import { type FrameKey, frameText } from "../library/vocabulary.ts";

type Values = Readonly<Record<string, string | number>>;

/** A text for each language; languages for which `text` has none are left out. */
export function textsIn(
  languages: readonly Language[],
  text: (language: Language) => string | undefined,
): LessonTexts {
  const entries = languages.map((language) => [language, text(language)] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as LessonTexts;
}

export function frameTexts(
  languages: readonly Language[],
  key: FrameKey,
  values: (language: Language) => Values = () => ({}),
): LessonTexts {
  return textsIn(languages, (language) => frameText(language, key, values(language)));
}

/** A text of the library: English, and its translations. */
export function libraryTexts(
  languages: readonly Language[],
  text: string,
  translation: (language: Language) => string | undefined,
): LessonTexts {
  return textsIn(languages, (language) => (language === "en" ? text : translation(language)));
}

export function capitalize(text: string, language: Language): string {
  return text.charAt(0).toLocaleUpperCase(language) + text.slice(1);
}

/** "a, b and c" in the language. */
export function formatList(language: Language, items: readonly string[]): string {
  return new Intl.ListFormat(language, { type: "conjunction" }).format(items);
}
