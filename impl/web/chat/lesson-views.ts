/** A lesson for the conversation: its first section, without pictures, which a page in a conversation cannot load. */
import type { Lesson } from "../../lessons/content/lesson.ts";
import { html } from "../../platform/html.ts";
import { lessonWords } from "../views/lesson/words.ts";
import type { Views } from "./views.ts";

/** Of languages beside the default one. */
const LANGUAGES = 3;

export function lessonViews({ title, summary, sections, languages }: Lesson): Views {
  return languages.slice(0, LANGUAGES).map((language) => {
    const words = lessonWords(language, languages);
    const [first] = sections;
    const section =
      first &&
      html`<section><h2${words.lang(first.heading)}>${words.plain(first.heading)}</h2>${first.paragraphs.map((text) => html`<p${words.lang(text)}>${words.plain(text)}</p>`)}</section>`;
    return [
      language,
      html`<article class="lesson" lang="${language}"><div class="title"><h1${words.lang(title)}>${words.plain(title)}</h1><p${words.lang(summary)}>${words.plain(summary)}</p></div>${section}</article>`,
    ];
  });
}
