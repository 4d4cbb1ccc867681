/** Shows the texts of a lesson in the language of the page. A text without a translation is marked with its language. */
import type { Language } from "../../../generated/types.ts";
import { type LessonTexts, textFor } from "../../lessons/content/lesson.ts";
import { attributes, type Html, html } from "../../platform/html.ts";

export interface LessonWords {
  /** Returns the text for an attribute or title, which cannot have another language. */
  plain(texts: LessonTexts): string;
  /** Returns the attribute `lang` for an element that contains only this text, if it needs one. */
  lang(texts: LessonTexts): Html;
  /** Draws the text, in a separate element if its language is not the page's. */
  show(texts: LessonTexts): Html;
}

/** @param languages the languages of the lesson, the default first */
export function lessonWords(language: Language, languages: readonly Language[]): LessonWords {
  const find = (texts: LessonTexts) => textFor(texts, language, languages);
  return {
    plain: (texts) => find(texts).text,
    lang(texts) {
      const { language: found } = find(texts);
      return attributes({ lang: found === language ? undefined : found });
    },
    show(texts) {
      const { text, language: found } = find(texts);
      return found === language ? html`${text}` : html`<span lang="${found}">${text}</span>`;
    },
  };
}
