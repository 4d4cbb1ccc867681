/** Texts of a form, marked with their language where it is not that of the page (WCAG 2.2, 3.1.2). */
import type { Language, LocalizedText } from "../../../generated/types.ts";
import { type Html, html } from "../../markup/html.ts";
import type { Translation } from "../../texts/translate.ts";

/** @param show draws the text; absent: as it is */
export function worded(
  t: Translation,
  text: LocalizedText,
  show: (words: string) => Html | string = (words) => words,
): Html | string {
  const language = otherLanguage(t, text);
  const words = show(t.of(text));
  return language === undefined ? words : html`<span lang="${language}">${words}</span>`;
}

/** The language of a text that is not translated into that of the page; undefined: it is. */
export function otherLanguage(t: Translation, text: LocalizedText | undefined): Language | undefined {
  if (text === undefined) return undefined;
  const language = t.languageOf(text);
  return language === t.language ? undefined : language;
}
