/** The part of the summary where an owner shares results with everybody who has a secret link. It works without scripts. */
import type { FormField } from "../../../../../../generated/types.ts";
import { type Html, html } from "../../../../../platform/html.ts";
import type { SharedResults } from "../../../../../responses/analysis/shared-results.ts";
import type { OwnerTranslation } from "../../../../../texts/owner/owner-texts.ts";
import { confirmBox, disclosure } from "../../../../components/blocks/disclosure.ts";
import { boxGroup, checkBox } from "../../../../components/controls/boxes.ts";
import { button } from "../../../../components/controls/buttons.ts";
import { postForm } from "../../../../components/controls/post-form.ts";
import { copyable } from "../../snippets.ts";

export interface SharedResultsView {
  readonly t: OwnerTranslation;
  readonly csrf: string;
  readonly form: { readonly id: string };
  /** The questions that can be shared. */
  readonly fields: readonly Pick<FormField, "id">[];
  /** The label of each, by id. */
  readonly labels: ReadonlyMap<string, string>;
  /** The language of the labels; undefined: the language of the page. */
  readonly lang: string | undefined;
  /** Undefined: the results are not shared. */
  readonly shared: SharedResults | undefined;
  /** The address of the page with the results. */
  readonly link: string | undefined;
  /** Why a post has changed nothing. */
  readonly refusal: string | undefined;
  /** The address of a new sign-in, which is needed to share; undefined: the sign-in is fresh. */
  readonly again: string | undefined;
}

export function sharedResultsPart(view: SharedResultsView): Html {
  const { t, link, refusal } = view;
  return html`
    <section class="question shared-results" id="results">
      <h2>${t.say("results_share")}</h2>
      <p class="soft">${t.say("results_text")}</p>
      ${refusal !== undefined && html`<p class="notice" role="alert">${refusal}</p>`}
      ${link === undefined ? questions(view, "on") : isOn(view, link)}
    </section>
  `;
}

function isOn(view: SharedResultsView, link: string): Html {
  const { t, form, csrf, refusal } = view;
  const action = `/forms/${form.id}/responses/results`;
  return html`
    ${copyable(t, link)}
    <p class="open"><a href="${link}">${t.say("results_open")}</a></p>
    ${disclosure({
      summary: t.say("results_questions"),
      content: questions(view, "save"),
      isOpen: refusal !== undefined,
    })}
    ${confirmBox({
      summary: t.say("results_renew"),
      text: t.say("results_renew_text"),
      action,
      csrf,
      button: { text: t.say("results_renew_button"), look: "quiet", name: "action", value: "renew" },
    })}
    ${postForm({
      action,
      csrf,
      className: "turn-off",
      content: button({ text: t.say("results_off"), look: "danger", name: "action", value: "off" }),
    })}
  `;
}

/** Draws the form with the questions. Sharing needs a fresh sign-in, as for people. */
function questions(view: SharedResultsView, value: "on" | "save"): Html {
  const { t, form, csrf, fields, labels, lang, shared, again } = view;
  if (again !== undefined) return html`<p class="open"><a href="${again}">${t.say("results_again")}</a></p>`;
  const boxes = fields.map(({ id }) =>
    checkBox({
      name: "field",
      value: id,
      text: labels.get(id) ?? id,
      lang,
      isChecked: shared === undefined || shared.fields.has(id),
    }),
  );
  return postForm({
    action: `/forms/${form.id}/responses/results`,
    csrf,
    content: [
      boxGroup({ legend: t.say("results_which"), content: html`<div class="boxes">${boxes}</div>` }),
      button({
        text: t.say(value === "on" ? "results_on" : "results_save"),
        look: "quiet",
        name: "action",
        value,
      }),
    ],
  });
}
