/** Makes the texts of a lesson in its languages. */
import type { Language } from "../../../generated/types.ts";
import type { LessonTexts } from "../content/lesson.ts";
import { type FrameKey, frameText, termIn } from "../library/vocabulary.ts";

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

/**
 * A text of the library: English, and in the other languages if it is translated, if it is a term, or if it has no words at
 * all.
 */
export function libraryTexts(
  languages: readonly Language[],
  text: string,
  translation: (language: Language) => string | undefined = () => undefined,
): LessonTexts {
  const inAll = textsIn(languages, (language) => {
    if (language !== "en")
      return translation(language) ?? (/\p{L}/u.test(text) ? term(language, text) : text);
    return text;
  });
  return { ...inAll, en: text };
}

function term(language: Language, text: string): string | undefined {
  const found = termIn(language, text) ?? termIn(language, lowerCaseFirst(text));
  return found === undefined ? undefined : capitalized(found, language);
}

function lowerCaseFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

export function capitalized(text: string, language: Language): string {
  return text.charAt(0).toLocaleUpperCase(language) + text.slice(1);
}

/** "a, b and c" in the language. */
export function listed(language: Language, items: readonly string[]): string {
  return new Intl.ListFormat(language, { type: "conjunction" }).format(items);
}
