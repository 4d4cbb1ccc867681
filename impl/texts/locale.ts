/** How numbers, dates and plurals are written in a language (BCP 47). */

/** Languages whose plain code would mean a country outside of Europe. In Brazil, 0 is singular. */
const LOCALES: Readonly<Record<string, string>> = { en: "en-IE", pt: "pt-PT" };

export function localeOf(language: string): string {
  return LOCALES[language] ?? language;
}
