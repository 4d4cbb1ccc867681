/** The texts of a lesson in the language of the page; what is not translated is marked with its own language. */
import type { Language } from "../../../generated/types.ts";
import { type LessonTexts, textFor } from "../../lessons/content/lesson.ts";
import { attributes, type Html, html } from "../../platform/html.ts";

export interface LessonWords {
  /** For attributes and titles, which have no language of their own. */
  plain(texts: LessonTexts): string;
  /** The attribute `lang` for an element that contains only this text, if it needs one. */
  lang(texts: LessonTexts): Html;
  /** The text, in an element of its own if it is in another language than the page. */
  show(texts: LessonTexts): Html;
}

/** @param languages of the lesson, the default first */
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
