/** The comparison of a version with the present one, and the button that goes back to it. */
import type { FormOverview } from "../../../../../forms/overview.ts";
import type { FormVersion } from "../../../../../forms/versions.ts";
import { type Html, html } from "../../../../../platform/html.ts";
import type { OwnerTranslation } from "../../../../../texts/owner/owner-texts.ts";
import { part } from "../../../../components/blocks/part.ts";
import { button } from "../../../../components/controls/buttons.ts";
import { postForm } from "../../../../components/controls/post-form.ts";
import { formHead } from "../form-head.ts";
import { type ChangeTexts, changeList, refusalBox } from "../parts.ts";
import { originText, versionName } from "./parts.ts";

interface Reason {
  readonly text: string;
  readonly details: readonly string[];
}

export interface ComparisonView {
  readonly t: OwnerTranslation;
  readonly csrf: string;
  readonly form: FormOverview;
  readonly version: FormVersion;
  /** The changes from this version to the present one. */
  readonly since: ChangeTexts;
  /** The changes from the present version to this one. */
  readonly back: ChangeTexts;
  /** Why a try to go back was refused; undefined: there was none. */
  readonly refused: Reason | undefined;
  /** Why going back is not possible; undefined: it is. */
  readonly impossible: Reason | undefined;
}

export function comparisonPage(view: ComparisonView): Html {
  const { t, form, version, since, refused } = view;
  const list = `/forms/${form.id}/versions`;
  const isPresent = version.version === form.version;
  return html`
    ${formHead(t, form, "versions")}
    <p class="back"><a href="${list}">${t.say("versions_title")}</a></p>
    <h2 class="sub">${versionName(t, version)}</h2>
    <p class="lead">${originText(t, version)}</p>
    <p class="open"><a href="${list}/${version.version}">${t.say("versions_open_one")}</a></p>
    ${refused && refusalBox(t.say("refused_title"), refused)}
    <div class="parts">
      ${
        isPresent
          ? part({ title: t.say("versions_present"), content: html`<p>${t.say("versions_is_present")}</p>` })
          : [part({ title: t.say("versions_changed_since"), content: changeList(t, since) }), backPart(view)]
      }
    </div>
  `;
}

function backPart(view: ComparisonView): Html {
  const { t, csrf, form, version, back, impossible } = view;
  const title = t.say("versions_back");
  if (impossible !== undefined)
    return part({
      title,
      id: "back",
      content: refusalBox(t.say("versions_impossible"), impossible, wayOut(view)),
    });
  return part({
    title,
    id: "back",
    content: html`
      <p>${t.say(form.status === "published" ? "versions_back_published" : "versions_back_text")}</p>
      ${changeList(t, back)}
      ${postForm({
        action: `/forms/${form.id}/versions/${version.version}/back`,
        csrf,
        hidden: { revision: String(form.revision) },
        content: button({ text: t.say("versions_back"), look: "main" }),
      })}
    `,
  });
}

/** Offers what helps: the unpublished changes, or a copy of the version. */
function wayOut({ t, csrf, form, version }: ComparisonView): Html {
  if (form.pending !== undefined)
    return html`<p class="open"><a href="/forms/${form.id}#changes">${t.say("pending_title")}</a></p>`;
  return postForm({
    action: `/forms/${form.id}/versions/${version.version}/copy`,
    csrf,
    content: button({ text: t.say("versions_copy"), look: "quiet" }),
  });
}
