/** Draws what the pages about responses show for a form that has none. */
import type { FormUrls } from "../../../../../generated/types.ts";
import type { HeadedForm } from "../../../../forms/overview.ts";
import { type Html, html } from "../../../../platform/html.ts";
import type { OwnerTranslation } from "../../../../texts/owner/owner-texts.ts";
import { part } from "../../../components/blocks/part.ts";
import { publishedLink } from "./overview.ts";

/** Says why there are no responses. */
export function noResponsesText(t: OwnerTranslation, { status }: Pick<HeadedForm, "status">): string {
  if (status === "published") return t.say("responses_none_yet");
  return t.say(status === "draft" ? "responses_none_draft" : `public_text_${status}`);
}

/** Draws the address to send to respondents; nothing for a form that takes no answers. */
export function addressToSend(
  t: OwnerTranslation,
  form: Pick<HeadedForm, "id" | "title" | "status" | "password_hash">,
  urls: FormUrls,
): Html | undefined {
  if (form.status !== "published") return undefined;
  const content = publishedLink({ t, form, urls });
  return html`<div class="parts">${part({ title: t.say("public_title"), content })}</div>`;
}
