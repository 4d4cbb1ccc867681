/** The page that says why there is no preview. */
import { html } from "../../../../../platform/html.ts";
import type { OwnerTranslation } from "../../../../../texts/owner/owner-texts.ts";
import type { PageView } from "../../../../components/layout.ts";

export function previewProblem(owner: OwnerTranslation, problem: string): PageView {
  return {
    language: owner.language,
    title: owner.say("preview_title"),
    embedded: false,
    main: html`<div class="words"><p>${owner.say("preview_not_usable", { problem })}</p></div>`,
  };
}
