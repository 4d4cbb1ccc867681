/** The page behind the link in the mail. */

import { inputs } from "../../../forms/fields/parts/inputs.ts";
import { html } from "../../../platform/html.ts";
import { confirmByLink, findByLink } from "../../../responses/confirm.ts";
import { actions, button } from "../../components/controls/buttons.ts";
import { postForm } from "../../components/controls/post-form.ts";
import { acceptOnly, readForm } from "../../form-body.ts";
import { seeOther, type WebContext } from "../../reply.ts";
import { type FormRequest, formRequest, query } from "../public-form/form-request.ts";
import { replyMessage, replyNotFound, replyTooMany } from "../public-form/message-replies.ts";
import { findPublicForm } from "../public-form/public-form.ts";
import { goToConfirmed } from "./ending.ts";
import { goToDone } from "./enter-code.ts";
import { placesHeld } from "./places.ts";
import { type MailSite, sendConfirmationMail, waitForMail } from "./send-mail.ts";
import { replyNotCounted } from "./uncounted-response.ts";

/** Answers a GET of the link in the mail. It only shows a button, because mail scanners follow links, too. */
export async function showLink(
  c: WebContext,
  site: MailSite,
  formId: string,
  secret: string,
): Promise<Response> {
  const followed = await findLinked(c, site, formId, secret);
  if (followed instanceof Response) return followed;
  const { request, match } = followed;
  if (match.response.status === "verified")
    return goToDone(request, site.tickets.sign({ response: match.response.id }));
  if (!match.isAlive) return replyExpired(request, secret);
  const { t, publicForm: of } = request;
  const confirm = postForm({
    action: linkAddress(request, secret),
    content: actions(button({ text: t.say("confirm"), look: "main", name: inputs.action, value: "confirm" })),
  });
  const places = await placesHeld(site, request, { publicForm: of, response: match.response });
  const text = t.say("confirm_text", { title: t.of(of.structure.title) });
  return replyMessage(request, {
    title: t.say("confirm_title"),
    text,
    more: html`${confirm}${places}`,
    mark: "mail",
    ...(places && { scripts: ["hold"] }),
    addressIn: (language) => linkAddress(request, secret, language),
  });
}

/** Answers a POST of the link: confirms, or sends a new mail if the link has expired. */
export async function postLink(
  c: WebContext,
  site: MailSite,
  formId: string,
  secret: string,
): Promise<Response> {
  const followed = await findLinked(c, site, formId, secret);
  if (followed instanceof Response) return followed;
  const { request, match } = followed;
  const values = await readForm(c, acceptOnly(inputs.action));
  if (values.get(inputs.action) === "again") {
    const seconds = await waitForMail(site, request.form, match.response.email ?? "", c.var.network);
    if (seconds !== undefined) return replyTooMany(c, seconds);
    await sendConfirmationMail(site, request.publicForm, match.response.id);
    const ticket = site.tickets.sign({ response: match.response.id });
    return seeOther(c, `/f/${formId}/sent/${ticket}${query(request.t.language, request.embedded)}`);
  }
  const confirmation = await confirmByLink(site, secret);
  switch (confirmation.state) {
    case "verified":
      return goToConfirmed(request, site.tickets.sign({ response: confirmation.responseId }));
    case "expired":
      return replyExpired(request, secret);
    case "answered_before":
    case "full":
    case "choice_full":
      return replyNotCounted(request, confirmation);
    default:
      return replyGone(request);
  }
}

/** Finds the response of a link, or returns the page that says that the link is not valid. */
async function findLinked(c: WebContext, site: MailSite, formId: string, secret: string) {
  const publicForm = await findPublicForm(site, formId);
  if (publicForm === undefined) return replyNotFound(c);
  // Not in a frame, where another site could trick the user into confirming (clickjacking).
  const request: FormRequest = { ...formRequest(c, publicForm), embedded: false };
  const match = await findByLink(site, secret);
  return match?.response.form_id === formId ? { request, match } : replyGone(request);
}

function replyExpired(request: FormRequest, secret: string): Response {
  const { t } = request;
  const more = postForm({
    action: linkAddress(request, secret),
    content: actions(
      button({ text: t.say("send_again"), look: "main", name: inputs.action, value: "again" }),
    ),
  });
  const [title, text] = [t.say("link_expired_title"), t.say("link_expired_text")];
  return replyMessage(request, { title, text, more, mark: "late" }, { status: 410 });
}

/** Sends the page about an invalid link, without the title of the form, because the link may be invented. */
function replyGone(request: FormRequest): Response {
  const { t } = request;
  const [title, text] = [t.say("link_expired_title"), t.say("link_gone_text")];
  return replyMessage(request, { title, text, mark: "late" }, { status: 410, hideTitle: true });
}

function linkAddress({ form, t, embedded }: FormRequest, secret: string, language = t.language): string {
  return `/f/${form.id}/confirm/${secret}${query(language, embedded)}`;
}
