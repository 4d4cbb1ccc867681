import { attributes, type Html, html } from "../../../platform/html.ts";
import type { Translation } from "../../../texts/translate.ts";
import { actions, linkButton } from "../../components/controls/buttons.ts";
import { reply, type WebContext } from "../../reply.ts";
import type { FormSite } from "../../site.ts";
import { formRequest } from "../public-form/form-request.ts";
import { messageAbout, replyNotFound, replyUnavailable } from "../public-form/message-replies.ts";
import { findPublicForm } from "../public-form/public-form.ts";

/**
 * Answers a GET of the page that takes answers to another device. The answers are in the fragment of its address, which never
 * reaches the service: the script of the page makes and reads it.
 */
export async function showCarry(c: WebContext, site: FormSite, formId: string): Promise<Response> {
  const publicForm = await findPublicForm(site, formId);
  if (publicForm === undefined) return replyNotFound(c);
  const request = formRequest(c, publicForm);
  // Browsers keep no answers of such a form.
  if (request.form.password_hash !== null || publicForm.structure.settings?.keep_answers === false)
    return replyNotFound(c);
  if (publicForm.state !== "open") return replyUnavailable(request, publicForm.state);
  const { t } = request;
  const message = {
    title: t.say("carry_link"),
    text: "",
    more: carryParts(t, request.addressIn(t.language)),
    scripts: ["carry"] as const,
    // Another language is another address, whose fragment would be lost.
    languages: [],
  };
  const page = messageAbout(request, message);
  return reply(c, { ...page, styles: [...(page.styles ?? []), "carry"] });
}

/** Draws what the page shows in each case; its script shows one of them. @param address of the form */
function carryParts(t: Translation, address: string): Html {
  const openForm = linkButton({ text: t.say("password_open"), look: "quiet", address });
  return html`
    <div class="carry" id="continue" data-form="${address}">
      <noscript><p>${t.say("carry_scripts")}</p></noscript>
      ${part("offer", offer(t))}
      ${part("none", [html`<p>${t.say("carry_none")}</p>`, actions(openForm)])}
      ${part("arrived", [
        html`
          <p>${t.say("carry_arrived")}</p>
          <p class="notice replaced" hidden>${t.say("carry_replace")}</p>
        `,
        actions(
          html`<button type="button" class="main">${t.say("carry_take")}</button>`,
          linkButton({ text: t.say("carry_leave"), look: "quiet", address }),
        ),
      ])}
      ${part("broken", [html`<p>${t.say("carry_broken")}</p>`, actions(openForm)])}
      ${part("failed", [html`<p>${t.say("carry_failed")}</p>`, actions(openForm)])}
    </div>
  `;
}

function part(name: string, content: Html | readonly Html[]): Html {
  return html`<div${attributes({ "data-case": name, hidden: true })}>${content}</div>`;
}

/** Draws the link, which is the tab beside the form that is open still. */
function offer(t: Translation): Html {
  return html`
    <p class="short" hidden>${t.say("carry_text")}</p>
    <p class="long" hidden>${t.say("carry_long")}</p>
    <div class="qr-code"></div>
    <div class="field">
      <label class="label" for="carry-link">${t.say("carry_label")}</label>
      <div class="link-row">
        <input class="input" id="carry-link" readonly>
        <button type="button" class="quiet" data-copied="${t.say("carry_copied")}" hidden>${t.say("carry_copy")}</button>
      </div>
    </div>
    <p class="hint">${t.say("carry_note")}</p>
  `;
}
