/** The waiting list of a form: its entry, and the page behind the link in the mail. */
import type { Language } from "../../../../generated/types.ts";
import { normaliseEmail } from "../../../accounts/email-address.ts";
import { inputs } from "../../../forms/fields/parts/inputs.ts";
import {
  allowAsking,
  askToWait,
  confirmWaiting,
  findWaiting,
  leaveWaiting,
} from "../../../responses/waiting/join.ts";
import { waitingLetter } from "../../../responses/waiting/letters.ts";
import { offersWaiting } from "../../../responses/waiting/waiting-list.ts";
import { actions, type ButtonLook, button } from "../../components/controls/buttons.ts";
import { postForm } from "../../components/controls/post-form.ts";
import { acceptOnly, readForm } from "../../form-body.ts";
import { secondsToWait } from "../../limits.ts";
import { seeOther, type WebContext } from "../../reply.ts";
import type { Site } from "../../site.ts";
import { findOwner, waitForMail } from "../confirm/send-mail.ts";
import { crowdedMessage } from "../form/open-fill.ts";
import { type FormRequest, formRequest, query } from "../public-form/form-request.ts";
import {
  replyMessage,
  replyNotFound,
  replyTooMany,
  replyUnavailable,
} from "../public-form/message-replies.ts";
import { findPublicForm } from "../public-form/public-form.ts";

type WaitingSite = Pick<Site, "storage" | "clock" | "log" | "limits" | "mailer" | "publicUrl" | "background">;

/** Takes an address. The page is the same whether it is on the list or not, and the mail goes out after the answer. */
export async function postWaiting(c: WebContext, site: WaitingSite, formId: string): Promise<Response> {
  const publicForm = await findPublicForm(site, formId);
  if (publicForm === undefined) return replyNotFound(c);
  const request = formRequest(c, publicForm);
  const { form, state } = publicForm;
  if (state === "open") return seeOther(c, request.addressIn(request.t.language));
  if (!offersWaiting(form, publicForm.hasWaitingList, state)) return replyUnavailable(request, state);
  const { network } = c.var;
  const computing = (client: string) => site.limits.computing(client, publicForm.cost);
  const seconds = await secondsToWait([site.limits.submissions, computing].map((limit) => [limit, network]));
  if (seconds !== undefined) return replyTooMany(c, seconds);
  const values = await readForm(c, acceptOnly(inputs.address, inputs.trap));
  const entered = values.get(inputs.address) ?? "";
  const email = normaliseEmail(entered);
  const refuse = (message: string, status: 422 | 429) =>
    replyUnavailable(request, state, { email: entered, message, status });
  if (email === undefined) return refuse(request.t.say("email"), 422);
  // Filled in by a program: it sees the same page, and no mail is sent.
  if ((values.get(inputs.trap) ?? "") !== "") return replyAsked(request);
  const wait = await waitForMail(site, form, email, network);
  if (wait !== undefined) return replyTooMany(c, wait);
  const { language } = request.t;
  const asked = await askToWait(site, { formId: form.id, email, language, network });
  if (asked === "full") return refuse(crowdedMessage(request), 429);
  if (typeof asked === "object")
    site.background.run("mail a link of a waiting list", () => sendLink(site, request, email, asked.secret));
  return replyAsked(request);
}

/** If the mail fails, the next attempt is possible at once. */
async function sendLink(
  site: WaitingSite,
  { t, form, publicForm }: FormRequest,
  email: string,
  secret: string,
): Promise<void> {
  const owner = await findOwner(site.storage, form.owner_id);
  const about = {
    id: form.id,
    title: t.of(publicForm.structure.title),
    owner: owner.email,
    isOwnerConfirmed: owner.email_confirmed === 1,
  };
  try {
    await site.mailer.send(waitingLetter(t, { to: email, form: about, publicUrl: site.publicUrl(), secret }));
  } catch (error) {
    await allowAsking(site, secret);
    throw error;
  }
}

function replyAsked(request: FormRequest): Response {
  const { t } = request;
  return replyMessage(request, {
    title: t.say("check_mail_title"),
    text: t.say("waiting_sent_text"),
    mark: "mail",
  });
}

/** A request to the page behind the link in the mail. */
interface WaitingLink {
  readonly c: WebContext;
  readonly site: WaitingSite;
  readonly formId: string;
  readonly secret: string;
}

/** The person of a link. */
interface Linked {
  readonly request: FormRequest;
  readonly isConfirmed: boolean;
}

/** Answers a GET of the link in the mail. It only shows a button, because mail scanners follow links, too. */
export async function showWaitingLink(link: WaitingLink): Promise<Response> {
  const found = await findLinked(link);
  return found instanceof Response ? found : replyLinked(found, link.secret);
}

/** Answers a POST of the link: puts the person on the list, or deletes the address. */
export async function postWaitingLink(link: WaitingLink): Promise<Response> {
  const found = await findLinked(link);
  if (found instanceof Response) return found;
  const { c, site, secret } = link;
  const values = await readForm(c, acceptOnly(inputs.action));
  switch (values.get(inputs.action)) {
    case "wait":
      return (await confirmWaiting(site, secret))
        ? replyWaiting(found.request, secret)
        : replyLeft(found.request);
    case "leave":
      await leaveWaiting(site, secret);
      return replyLeft(found.request, 200);
    default:
      return replyLinked(found, secret);
  }
}

/** Finds the person of a link, or returns the page that says that nobody is on the list by it. */
async function findLinked({ c, site, formId, secret }: WaitingLink): Promise<Response | Linked> {
  const publicForm = await findPublicForm(site, formId);
  if (publicForm === undefined) return replyNotFound(c);
  // Not in a frame, where another site could trick the user into confirming (clickjacking).
  const request: FormRequest = { ...formRequest(c, publicForm), embedded: false };
  const person = await findWaiting(site.storage.db, secret, site.clock());
  if (person?.form_id !== formId) return replyLeft(request);
  return { request, isConfirmed: person.confirmed_at !== null };
}

function replyLinked({ request, isConfirmed }: Linked, secret: string): Response {
  return isConfirmed ? replyWaiting(request, secret) : replyConfirm(request, secret);
}

function replyConfirm(request: FormRequest, secret: string): Response {
  const { t } = request;
  const step = { action: "wait", text: t.say("waiting_confirm"), look: "main" } as const;
  return replyStep(request, secret, t.say("waiting_confirm_title"), step);
}

function replyWaiting(request: FormRequest, secret: string): Response {
  const { t } = request;
  const step = { action: "leave", text: t.say("waiting_leave"), look: "quiet" } as const;
  return replyStep(request, secret, t.say("waiting_on_title"), step);
}

interface Step {
  readonly action: "wait" | "leave";
  readonly text: string;
  readonly look: ButtonLook;
}

function replyStep(request: FormRequest, secret: string, title: string, step: Step): Response {
  const { t, form } = request;
  const address = (language: Language) => `/f/${form.id}/waiting/${secret}${query(language, false)}`;
  const more = postForm({
    action: address(t.language),
    content: actions(button({ text: step.text, look: step.look, name: inputs.action, value: step.action })),
  });
  const mark = step.action === "wait" ? "mail" : "done";
  const message = { title, text: t.say("waiting_text"), more, mark, addressIn: address } as const;
  return replyMessage(request, message, { hideTitle: form.password_hash !== null });
}

/** Sends the page about a link that leads to nobody, without the title of the form, because the link may be invented. */
function replyLeft(request: FormRequest, status: 200 | 410 = 410): Response {
  const { t } = request;
  const message = {
    title: t.say("waiting_left_title"),
    text: t.say("waiting_left_text"),
    mark: "closed",
  } as const;
  return replyMessage(request, message, { status, hideTitle: true });
}
