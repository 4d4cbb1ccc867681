/** Unpublished changes on the pages of a form: a list of them, and the buttons that publish or discard them. */
import type { FormOverview, PendingChanges } from "../../../../forms/overview.ts";
import { type Html, html } from "../../../../platform/html.ts";
import type { OwnerTranslation } from "../../../../texts/owner/owner-texts.ts";
import { confirmBox } from "../../../components/blocks/disclosure.ts";
import { part } from "../../../components/blocks/part.ts";
import { button, linkButton } from "../../../components/controls/buttons.ts";
import { postForm } from "../../../components/controls/post-form.ts";
import type { OverviewView } from "./overview-view.ts";
import { changeList } from "./parts.ts";
import { beforePublishing } from "./publishing/before-publishing.ts";

/** Returns a text with the time of the last change and its author. */
export function changedText(t: OwnerTranslation, { changed_at, changed_by }: PendingChanges): string {
  const date = t.zonedTime(changed_at);
  return changed_by === null
    ? t.say("pending_text", { date })
    : t.say("pending_text_by", { date, who: changed_by });
}

/** Draws a button that publishes the shown changes. */
export function publishChanges(
  csrf: string,
  { id, pending }: Pick<FormOverview, "id" | "pending">,
  text: string,
  more?: Html,
): Html {
  return postForm({
    action: `/forms/${id}/changes`,
    csrf,
    hidden: { pending: pending?.id ?? "" },
    content: [more, button({ text, look: "main", name: "action", value: "publish" })],
  });
}

export function pendingPart({ t, csrf, form, changes }: OverviewView): Html | false {
  if (form.pending === undefined) return false;
  return part({
    title: t.say("pending_title"),
    id: "changes",
    content: html`
      <p>${changedText(t, form.pending)}</p>
      ${changes && changeList(t, changes)}
      <div class="line">
        ${publishChanges(csrf, form, t.say("pending_publish"), beforePublishing(t, form))}
        ${linkButton({
          text: t.say("form_preview"),
          look: "quiet",
          address: `/forms/${form.id}/preview`,
        })}
      </div>
      ${confirmBox({
        summary: t.say("pending_discard"),
        text: t.say("pending_discard_text"),
        action: `/forms/${form.id}/changes`,
        csrf,
        hidden: { pending: form.pending.id },
        button: { text: t.say("pending_discard_button"), look: "danger", name: "action", value: "discard" },
      })}
    `,
  });
}
