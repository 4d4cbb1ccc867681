/** A lesson for the conversation: its sections, without pictures, which a page in a conversation cannot load. */
import type { Lesson } from "../../lessons/content/lesson.ts";
import { type Html, html } from "../../platform/html.ts";
import { lessonWords } from "../../web/components/lesson-words.ts";
import type { Views } from "./views.ts";

/** The maximum number of languages besides the default one. */
const LANGUAGES = 3;
/** The maximum length of the sections in one language. The page shows how many sections are left out. */
const LENGTH = 60_000;

export function lessonViews({ title, summary, sections, languages }: Lesson): Views {
  return languages.slice(0, LANGUAGES).map((language) => {
    const words = lessonWords(language, languages);
    const shown: Html[] = [];
    let length = 0;
    for (const { heading, paragraphs } of sections) {
      const texts = paragraphs.map((text) => html`<p${words.lang(text)}>${words.plain(text)}</p>`);
      const section = html`
        <section><h2${words.lang(heading)} tabindex="-1">${words.plain(heading)}</h2>${texts}</section>
      `;
      length += section.toString().length;
      if (shown.length > 0 && length > LENGTH) break;
      shown.push(section);
    }
    return [
      language,
      html`
        <article class="lesson" lang="${language}" data-left="${sections.length - shown.length}">
          <div class="title">
            <h1${words.lang(title)}>${words.plain(title)}</h1>
            <p${words.lang(summary)}>${words.plain(summary)}</p>
          </div>
          ${shown}
        </article>
      `,
    ];
  });
}
