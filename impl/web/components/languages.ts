/** The menu of languages at the top of a page. */
import type { Language } from "../../../generated/types.ts";
import { inputs } from "../../forms/fields/parts/inputs.ts";
import { attributes, type Html, html } from "../../platform/html.ts";
import { languageName, type Translation } from "../../texts/translate.ts";

/** A globe, the usual sign of a language menu. */
const GLOBE = html`
  <svg viewBox="0 0 24 24" aria-hidden="true">
    <path
      d="M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM3.5 12h17M12 3c2.6 2.4 3.8 5.4 3.8 9s-1.2 6.6-3.8 9c-2.6-2.4-3.8-5.4-3.8-9S9.400 5.400 12 3z"
      fill="none"
      stroke="currentColor"
      stroke-width="1.600"
    />
  </svg>
`;

/** Draws the menu. @param formId id of the form that a choice sends, so no input is lost; undefined: the menu has links */
export function languageMenu(
  { language, say }: Translation,
  languages: readonly Language[],
  formId: string | undefined,
  address: (language: Language) => string,
): Html | undefined {
  if (languages.length < 2) return undefined;
  const entries = languages.map((other) => {
    const name = languageName(other);
    if (other === language) return html`<li><span aria-current="true" lang="${other}">${name}</span></li>`;
    const shared = attributes({ lang: other });
    return formId === undefined
      ? html`<li><a href="${address(other)}"${shared} hreflang="${other}">${name}</a></li>`
      : html`
        <li>
          <button form="${formId}" name="${inputs.action}" value="language:${other}"${shared} formnovalidate>
            ${name}
          </button>
        </li>
      `;
  });
  return html`
    <details class="menu languages">
      <summary>
        <span class="vh">${say("language")}: </span>
        ${GLOBE}
        <span lang="${language}">${languageName(language)}</span>
      </summary>
      <ul>${entries}</ul>
    </details>
  `;
}
