/** Writes texts of a form, marked with their language if it differs from the page (WCAG 2.2, 3.1.2), and texts for the editor. */
import type { Language, LocalizedText } from "../../../../generated/types.ts";
import { attributes, type Html, html } from "../../../platform/html.ts";
import type { Translation } from "../../../texts/translate.ts";

/** @param show draws the text; absent: as it is */
export function drawWording(
  t: Translation,
  text: LocalizedText,
  show: (words: string) => Html | string = (words) => words,
): Html | string {
  const words = show(keepSigns(t, text));
  const marks = textMarks(t, text);
  return marks === undefined ? words : html`<span${attributes(marks)}>${words}</span>`;
}

/**
 * Keeps the signs of French at their word, since people type a plain space before them. Not in the editor, where this text is
 * written.
 */
function keepSigns(t: Translation, text: LocalizedText): string {
  const words = t.of(text);
  if (t.languageOf(text) !== "fr" || t.placeOf !== undefined) return words;
  return words.replace(/ (?=[:;?!»])/g, "\u00a0").replace(/« /g, "«\u00a0");
}

/** Attributes of the element that shows a text. */
export type TextMarks = { readonly lang?: Language | undefined; readonly "data-text"?: string | undefined };

/** Undefined: the text is in the language of the page, which is not edited. */
export function textMarks(t: Translation, text: LocalizedText | undefined): TextMarks | undefined {
  const [lang, place] = [otherLanguage(t, text), text && t.placeOf?.(text)];
  return lang === undefined && place === undefined ? undefined : { lang, "data-text": place };
}

/** Returns the language of a text that has no translation to the page's language; undefined if it has one. */
export function otherLanguage(t: Translation, text: LocalizedText | undefined): Language | undefined {
  if (text === undefined) return undefined;
  const language = t.languageOf(text);
  return language === t.language ? undefined : language;
}

/** Shows an answer where a text mentions it. */
export interface Shows {
  show(text: string): Html;
}
