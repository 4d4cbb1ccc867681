/** The waiting list of a form: its entry, and the page behind the link in the mail. */
import type { Language, SelectableChoice } from "../../../../generated/types.ts";
import { normaliseEmail } from "../../../accounts/email-address.ts";
import { inputs } from "../../../forms/fields/parts/inputs.ts";
import { type Html, html } from "../../../platform/html.ts";
import { findChoice } from "../../../responses/waiting/free-places.ts";
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
import { acceptOnly, type FormValues, readForm } from "../../form-body.ts";
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
import { type FullQuestion, fullQuestion, type WaitingEntry } from "../public-form/waiting-offer.ts";
import { replyChoices } from "./choices.ts";

type WaitingSite = Pick<Site, "storage" | "clock" | "log" | "limits" | "mailer" | "publicUrl" | "background">;

/** Takes an address. The page is the same whether it is on the list or not, and the mail goes out after the answer. */
export async function postWaiting(c: WebContext, site: WaitingSite, formId: string): Promise<Response> {
  const publicForm = await findPublicForm(site, formId);
  if (publicForm === undefined) return replyNotFound(c);
  const request = formRequest(c, publicForm);
  const question = fullQuestion(request, c.req.query("field") ?? "");
  if (question === undefined && !offersWaiting(publicForm.form, publicForm.hasWaitingList, publicForm.state))
    return replyForm(request);
  const { network } = c.var;
  const computing = (client: string) => site.limits.computing(client, publicForm.cost);
  const seconds = await secondsToWait([site.limits.submissions, computing].map((limit) => [limit, network]));
  if (seconds !== undefined) return replyTooMany(c, seconds);
  const values = await readForm(c, acceptOnly(inputs.address, inputs.choice, inputs.trap));
  // Filled in by a program: it sees the same page, and no mail is sent.
  if ((values.get(inputs.trap) ?? "") !== "") return replyAsked(request);
  return takeWish(site, request, question, values);
}

async function takeWish(
  site: WaitingSite,
  request: FormRequest,
  question: FullQuestion | undefined,
  values: FormValues,
): Promise<Response> {
  const { c, t, form } = request;
  const { network } = c.var;
  const entered = values.get(inputs.address) ?? "";
  const email = normaliseEmail(entered);
  const choice = question?.choices.find(({ id }) => id === values.get(inputs.choice));
  const refuse = (status: 422 | 429, message?: string) => {
    const entry = { email: entered, message, status };
    return question ? replyChoices(request, question, { choice, entry }) : replyForm(request, entry);
  };
  if (email === undefined) return refuse(422, t.say("email"));
  if (question && choice === undefined) return refuse(422);
  const wait = await waitForMail(site, form, email, network);
  if (wait !== undefined) return replyTooMany(c, wait);
  const asked = await askToWait(site, {
    formId: form.id,
    choice: question && choice && { field_id: question.id, choice_id: choice.id },
    email,
    language: t.language,
    network,
  });
  if (asked === "full") return refuse(429, crowdedMessage(request));
  if (typeof asked === "object") {
    const wish = { email, choice, secret: asked.secret };
    site.background.run("mail a link of a waiting list", () => sendLink(site, request, wish));
  }
  return replyAsked(request);
}

/** Sends the page of a form that takes no answers. An open form has no list of its own. */
function replyForm(request: FormRequest, entry?: WaitingEntry): Response {
  const { state } = request.publicForm;
  if (state === "open") return seeOther(request.c, request.addressIn(request.t.language));
  return replyUnavailable(request, state, entry);
}

/** An address that a link is mailed to. */
interface LinkWish {
  readonly email: string;
  readonly choice: Pick<SelectableChoice, "label"> | undefined;
  readonly secret: string;
}

/** If the mail fails, the next attempt is possible at once. */
async function sendLink(
  site: WaitingSite,
  { t, form, publicForm }: FormRequest,
  { email, choice, secret }: LinkWish,
): Promise<void> {
  const owner = await findOwner(site.storage, form.owner_id);
  const about = {
    id: form.id,
    title: t.of(publicForm.structure.title),
    choice: choice && t.of(choice.label),
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
  /** What the person waits for. */
  readonly text: Html | string;
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
      return (await confirmWaiting(site, secret)) ? replyWaiting(found, secret) : replyLeft(found.request);
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
  const { t } = request;
  const choice = findChoice(publicForm.structure, person);
  const text = choice
    ? html`${t.say("waiting_choice", { choice: t.of(choice.label) })}<br>${t.say("waiting_choice_text")}`
    : t.say("waiting_text");
  return { request, isConfirmed: person.confirmed_at !== null, text };
}

function replyLinked(linked: Linked, secret: string): Response {
  return linked.isConfirmed ? replyWaiting(linked, secret) : replyConfirm(linked, secret);
}

function replyConfirm(linked: Linked, secret: string): Response {
  const { t } = linked.request;
  const step = { action: "wait", text: t.say("waiting_confirm"), look: "main" } as const;
  return replyStep(linked, secret, t.say("waiting_confirm_title"), step);
}

function replyWaiting(linked: Linked, secret: string): Response {
  const { t } = linked.request;
  const step = { action: "leave", text: t.say("waiting_leave"), look: "quiet" } as const;
  return replyStep(linked, secret, t.say("waiting_on_title"), step);
}

interface Step {
  readonly action: "wait" | "leave";
  readonly text: string;
  readonly look: ButtonLook;
}

function replyStep({ request, text }: Linked, secret: string, title: string, step: Step): Response {
  const { t, form } = request;
  const address = (language: Language) => `/f/${form.id}/waiting/${secret}${query(language, false)}`;
  const more = postForm({
    action: address(t.language),
    content: actions(button({ text: step.text, look: step.look, name: inputs.action, value: step.action })),
  });
  const mark = step.action === "wait" ? "mail" : "done";
  const message = { title, text, more, mark, addressIn: address } as const;
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
