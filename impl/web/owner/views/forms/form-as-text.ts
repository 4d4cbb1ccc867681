/** The page that shows a form as a form text. */
import type { Language } from "../../../../../generated/types.ts";
import { attributes, type Html, html } from "../../../../platform/html.ts";
import type { OwnerTranslation } from "../../../../texts/owner/owner-texts.ts";
import { languageName } from "../../../../texts/translate.ts";
import { bulletList } from "../../../components/blocks/bullets.ts";
import { part } from "../../../components/blocks/part.ts";
import { copyable } from "../snippets.ts";
import { type FormHead, formHead } from "./form-head.ts";

export interface FormAsTextView {
  readonly t: OwnerTranslation;
  readonly form: FormHead;
  readonly language: Language;
  readonly languages: readonly Language[];
  readonly text: string;
  /** The parts of the form that are not in its text. */
  readonly leftOut: readonly string[];
}

export function formAsText(view: FormAsTextView): Html {
  const { t, form, language, languages, text, leftOut } = view;
  const others = languages.map((code) => {
    const current = attributes({ "aria-current": code === language && "page" });
    const address = `/forms/${form.id}/text?language=${code}`;
    return html`<a href="${address}" lang="${code}"${current}>${languageName(code)}</a>`;
  });
  const rest =
    leftOut.length > 0 &&
    html`<h3>${t.say("write_of_rest")}</h3>${bulletList(leftOut, { className: "left-out" })}`;
  return html`
    ${formHead(t, form, "settings")}
    ${part({
      title: t.say("write_of_title"),
      look: "as-text",
      content: html`
        <p class="soft">${t.say("write_of_text")}</p>
        ${languages.length > 1 && html`<nav class="tools" aria-label="${t.say("form_languages")}">${others}</nav>`}
        <div class="wrapped" lang="${language}">${copyable(t, text)}</div>
        ${rest}
        <p class="open">
          <a href="/forms/text?form=${form.id}&amp;language=${language}">${t.say("write_of_new")}</a>
        </p>
      `,
    })}
  `;
}
