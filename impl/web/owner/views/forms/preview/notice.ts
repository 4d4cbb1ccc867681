/** The notice above a preview. */
import type { FormOverview } from "../../../../../forms/overview.ts";
import { type Html, html } from "../../../../../platform/html.ts";
import type { OwnerTranslation } from "../../../../../texts/owner/owner-texts.ts";
import { actions, linkButton } from "../../../../components/controls/buttons.ts";
import { formButton } from "../parts.ts";
import { changedText, publishChanges } from "../pending.ts";
import { beforePublishing } from "../publishing/before-publishing.ts";

/** Draws the notice that the form is a preview, and offers to publish a draft. */
export function previewNotice(
  t: OwnerTranslation,
  csrf: string,
  form: Pick<FormOverview, "id" | "access" | "status" | "structure" | "pending" | "to_check">,
): Html {
  const { id, access, status, pending } = form;
  const edit = linkButton({ text: t.say("form_edit"), look: "quiet", address: `/forms/${id}/edit` });
  if (pending !== undefined) {
    const publish = publishChanges(csrf, form, t.say("pending_publish"), beforePublishing(t, form));
    return html`<p>${changedText(t, pending)} ${t.say("preview_note")}</p>${actions(publish, edit)}`;
  }
  if (status !== "draft") return html`${t.say("preview_note")}`;
  const publish = formButton({ csrf, form }, "status", t.say("status_publish"), {
    name: "action",
    value: "publish",
    look: "main",
    more: beforePublishing(t, form),
  });
  return html`
    <p>${t.say("preview_draft")} ${t.say("preview_note")}</p>
    ${access !== "view" && actions(publish, edit)}
  `;
}
