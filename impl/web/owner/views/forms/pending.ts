/** Unpublished changes on the pages of a form: what they are, and the buttons that publish or discard them. */
import type { FormOverview, PendingChanges } from "../../../../forms/overview.ts";
import { type Html, html } from "../../../../platform/html.ts";
import type { OwnerTranslation } from "../../../../texts/owner/owner-texts.ts";
import { csrfField } from "../frame.ts";
import type { OverviewView } from "./overview-view.ts";
import { secretBox } from "./secret-box.ts";

/** More of them are counted. */
const MAX_LISTED = 20;

/** Since when they are kept, and by whom. */
export function changedText(t: OwnerTranslation, { changed_at, changed_by }: PendingChanges): string {
  const date = t.datetime(changed_at.slice(0, 16));
  return changed_by === null
    ? t.say("pending_text", { date })
    : t.say("pending_text_by", { date, who: changed_by });
}

/** A form of one button about the changes that the page shows. */
export function changesButton(
  csrf: string,
  { id, pending }: Pick<FormOverview, "id" | "pending">,
  [action, kind, label]: readonly ["publish" | "discard", "main" | "danger", string],
  more?: Html,
): Html {
  return html`<form method="post" action="/forms/${id}/changes">${csrfField(csrf)}<input type="hidden" name="pending" value="${pending?.id}">${more}<button class="${kind}" name="action" value="${action}">${label}</button></form>`;
}

export function pendingPart({ t, csrf, form, changes = [] }: OverviewView): Html | false {
  if (form.pending === undefined) return false;
  const more = changes.length - MAX_LISTED;
  return html`<section class="part" id="changes"><h2>${t.say("pending_title")}</h2><p>${changedText(t, form.pending)}</p>
<ul class="bullets">${changes.slice(0, MAX_LISTED).map((text) => html`<li>${text}</li>`)}${more > 0 && html`<li>${t.say("pending_more", { count: more })}</li>`}</ul>
<div class="line">${changesButton(csrf, form, ["publish", "main", t.say("pending_publish")], secretBox(t, form))}<a class="quiet" href="/forms/${form.id}/preview">${t.say("form_preview")}</a></div>
<details class="choose"><summary>${t.say("pending_discard")}</summary><p>${t.say("pending_discard_text")}</p>${changesButton(csrf, form, ["discard", "danger", t.say("pending_discard_button")])}</details></section>`;
}
