/** A short description of the notation of form texts, with examples in a language. */
import type { Language } from "../../../../../generated/types.ts";
import { knownTextsIn } from "../../../../ai/words/known-texts.ts";
import { getWords } from "../../../../forms/text/words.ts";
import { type Html, html } from "../../../../platform/html.ts";
import type { OwnerTextKey, OwnerTranslation } from "../../../../texts/owner/owner-texts.ts";

/** Draws the legend. @param language the language of the form and the examples */
export function notationLegend(t: OwnerTranslation, language: Language): Html {
  const rows = examples(language).map(
    ([example, key]) =>
      html`<div><dt><code lang="${language}" translate="no">${example}</code></dt><dd>${t.say(key)}</dd></div>`,
  );
  return html`
    <section class="notation" id="text-notation" aria-labelledby="notation-title">
      <h2 id="notation-title">${t.say("write_notation")}</h2>
      <dl>${rows}</dl>
      <p class="whole"><a href="/forms/text/notation" target="_blank">${t.say("notation_link")}</a></p>
    </section>
  `;
}

function examples(language: Language): readonly (readonly [example: string, meaning: OwnerTextKey])[] {
  const words = getWords(language);
  const { fields, choices, texts } = knownTextsIn(language);
  const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
  return [
    [texts.registration_title, "write_row_title"],
    [`${fields.name} *`, "write_row_required"],
    [
      `${fields.comments} (${words.write("types.long_text")})\n${fields.age} (18 ${words.write("bounds.to")} 99)`,
      "write_row_details",
    ],
    [`${fields.size}: ${choices.small} | ${choices.medium} | ${choices.large}`, "write_row_choices"],
    [
      `${fields.preferred_time}?\n- ${choices.morning} (20 ${words.write("measures.places")})\n- ${choices.evening}`,
      "write_row_lines",
    ],
    [`# ${fields.address}`, "write_row_page"],
    ["> …", "write_row_help"],
    [
      `---\n${capital(words.write("settings.button"))}: ${texts.register}\n${capital(words.write("settings.closes"))}: 2027-05-20`,
      "write_row_settings",
    ],
  ];
}
