/** The bin of forms. Everything on it works without scripts. */
import type { BinnedForm } from "../../../../../forms/bin/bin.ts";
import { attributes, type Html, html } from "../../../../../platform/html.ts";
import type { OwnerTranslation } from "../../../../../texts/owner/owner-texts.ts";
import { confirmBox } from "../../../../components/blocks/disclosure.ts";
import { rowList } from "../../../../components/blocks/rows.ts";
import { checkBox } from "../../../../components/controls/boxes.ts";
import { button } from "../../../../components/controls/buttons.ts";
import { postForm } from "../../../../components/controls/post-form.ts";
import { olderLink } from "../parts.ts";
import { statusChip } from "./list.ts";

export interface BinnedFormView extends BinnedForm {
  /** The number of verified responses. */
  readonly responses: number;
}

export interface BinView {
  readonly t: OwnerTranslation;
  readonly csrf: string;
  readonly forms: readonly BinnedFormView[];
  /** Address of the next page. */
  readonly next: string | undefined;
}

export function binPage(view: BinView): Html {
  const { t, forms, next } = view;
  const rows = forms.map((form) => binRow(view, form));
  return html`
    <p class="open"><a href="/forms">${t.say("bin_all_forms")}</a></p>
    <h1>${t.say("bin_title")}</h1>
    <p class="lead soft">${t.say("bin_text")}</p>
    ${forms.length === 0 ? html`<p class="empty">${t.say("bin_empty")}</p>` : rowList(rows, "forms")}
    ${next !== undefined && olderLink(t.say("forms_more"), next)}
  `;
}

function binRow(
  { t, csrf }: BinView,
  { id, title, status, language, responses, eraseAt }: BinnedFormView,
): Html {
  const lang = attributes({ lang: language === t.language ? undefined : language });
  const facts = [t.say("form_responses", { count: responses }), t.say("bin_until", { date: t.day(eraseAt) })];
  return html`
    <li>
      <div class="about">
        <b class="name"${lang}>${title}</b>
        <p class="soft">${statusChip(t, status)} <span>${facts.join(" · ")}</span></p>
      </div>
      ${restoreForm({ t, csrf }, { id, title })}
      ${confirmBox({
        summary: t.say("bin_erase_open"),
        text: t.say("bin_erase_text"),
        action: `/forms/bin/${id}/erase`,
        csrf,
        fields: checkBox({ name: "sure", value: "yes", text: t.say("form_delete_sure"), isRequired: true }),
        button: { text: t.say("form_delete_button"), look: "danger" },
      })}
    </li>
  `;
}

/** Draws the button that brings a form back. */
export function restoreForm(
  { t, csrf }: Pick<BinView, "t" | "csrf">,
  { id, title }: Pick<BinnedForm, "id" | "title">,
): Html {
  // The buttons of all forms have the same text, so screen readers read the title, too.
  const label = `${t.say("bin_restore")}: ${title}`;
  const restore = button({ text: t.say("bin_restore"), look: "quiet", label });
  return postForm({ action: `/forms/bin/${id}/restore`, csrf, content: restore });
}
