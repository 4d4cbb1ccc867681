/** The top of the pages about responses: the title, and the way between table and summary. */
import type { AccessibleForm } from "../../../../forms/forms.ts";
import { attributes, type Html, html } from "../../../../platform/html.ts";
import type { OwnerTranslation } from "../../../../texts/owner/owner-texts.ts";

const TABS = [
  ["table", ""],
  ["summary", "/summary"],
] as const;

/** @param current the page; undefined: a page below them */
export function responsesHead(
  t: OwnerTranslation,
  { id, title }: Pick<AccessibleForm, "id" | "title">,
  current: (typeof TABS)[number][0],
): Html {
  const tabs = TABS.map(
    ([name, path]) =>
      html`<li><a href="/forms/${id}/responses${path}"${attributes({ "aria-current": name === current && "page" })}>${t.say(`responses_tab_${name}`)}</a></li>`,
  );
  return html`<p class="back"><a href="/forms/${id}">${t.say("responses_back")}</a></p>
<h1>${t.say("responses_to", { title })}</h1>
<nav class="tabs" aria-label="${t.say("responses_title")}"><ul>${tabs}</ul></nav>`;
}
