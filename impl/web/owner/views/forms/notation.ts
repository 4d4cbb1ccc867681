/** The page with the whole notation of form texts, and its words in the user's language. */
import { getWords, wordNames } from "../../../../forms/text/words.ts";
import { type Html, html } from "../../../../platform/html.ts";
import type { OwnerTranslation } from "../../../../texts/owner/owner-texts.ts";

/** Draws the page. @param document the description, in English */
export function notationPage(t: OwnerTranslation, document: Html): Html {
  return html`
    <p class="back"><a href="/forms/text">${t.say("write_title")}</a></p>
    ${t.language !== "en" && ownWords(t)}
    <article class="document" lang="en">${document}</article>
  `;
}

/** Draws a table of the English words in the document with the words in the user's language. */
function ownWords(t: OwnerTranslation): Html {
  const [english, own] = [getWords("en"), getWords(t.language)];
  const rows = wordNames("types", "flags", "settings").map(
    (name) =>
      html`<tr><td lang="en"><code>${english.write(name)}</code></td><td><code>${own.write(name)}</code></td></tr>`,
  );
  return html`
    <details class="choose own-words">
      <summary>${t.say("notation_words")}</summary>
      <p class="soft">${t.say("notation_language")}</p>
      <table>
        <thead>
          <tr><th scope="col">${t.say("notation_english")}</th><th scope="col">${t.say("notation_own")}</th></tr>
        </thead>
        <tbody>${rows}</tbody>
      </table>
    </details>
  `;
}
