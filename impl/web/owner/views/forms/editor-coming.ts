/** The page of the editor while its script is on the way. Browsers that run no scripts show none of it. */
import { type Html, html } from "../../../../platform/html.ts";
import { type EditorTexts, editorTexts } from "../../../../texts/owner/editor/texts.ts";
import type { OwnerTranslation } from "../../../../texts/owner/owner-texts.ts";
import type { EditorBoot } from "../../../editor/boot.ts";

/** Says that the editor is coming, and after some seconds how to try again. */
export function editorComing(t: OwnerTranslation, { addresses }: EditorBoot): Html {
  return html`
    <div class="ed-loading">
      <p>${t.say("editor_coming")}</p>
      <p class="ed-late">${t.say("editor_coming_late")} <a href="${addresses.overview}/edit">${t.say("editor_load_again")}</a></p>
    </div>
  `;
}

/** Keeps the room of the editor's part of the head, with the same words and sizes, so nothing moves when the script draws it. */
export function headComing(t: OwnerTranslation, { form, pending }: EditorBoot): Html {
  const texts = editorTexts[t.language];
  const mayEdit = form.access !== "view" && form.status !== "archived";
  const isPublished = form.status === "published";
  const state = pending && isPublished ? texts.state_unpublished : texts.state_saved;
  const icon = html`<svg class="ed-svg"></svg>`;
  const iconButton = html`<span class="ed-button ed-icon">${icon}</span>`;
  const views = [texts.outline, texts.panel, texts.preview];
  return html`
    <div class="ed-head-coming" aria-hidden="true">
      <p class="ed-state">
        <span class="ed-state-icon">${icon}</span>
        <span class="ed-state-text">${state}</span>
      </p>
      ${mayEdit && html`<div class="ed-history">${iconButton}${iconButton}</div>`}
      ${mayEdit && !isPublished && html`<span class="ed-button ed-main">${texts.publish}</span>`}
      ${mayEdit && isPublished && pending && publishChanges(texts)}
      <div class="ed-views">${views.map((view) => html`<button type="button">${view}</button>`)}</div>
    </div>
  `;
}

function publishChanges({ publish, publish_changes }: EditorTexts): Html {
  return html`
    <span class="ed-button ed-main">
      <span class="ed-longer">${publish_changes}</span>
      <span class="ed-shorter">${publish}</span>
    </span>
  `;
}
