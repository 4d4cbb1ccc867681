/** Answers the requests of the page that asks for the code. */
import { checkEmail } from "../../../forms/fields/email.ts";
import { inputs } from "../../../forms/fields/parts/inputs.ts";
import { addressField } from "../../../forms/structure/offered-form.ts";
import { changeAddress } from "../../../responses/address.ts";
import { attemptsLeft, confirmByCode } from "../../../responses/confirm.ts";
import { endCode } from "../../../responses/verification.ts";
import { problemText } from "../../components/problem-text.ts";
import { acceptOnly, type FormValues, readForm } from "../../form-body.ts";
import { secondsToWait } from "../../limits.ts";
import { seeOther, type WebContext } from "../../reply.ts";
import { type FormRequest, formRequest, query } from "../public-form/form-request.ts";
import { minutes, replyNotFound } from "../public-form/message-replies.ts";
import { type CodePageState, replyCodePage } from "./code-page.ts";
import { goToConfirmed } from "./ending.ts";
import { findSent, type SentResponse } from "./find-response.ts";
import { placesHeld } from "./places.ts";
import { type MailSite, sendConfirmationMail, waitForMail } from "./send-mail.ts";
import { replyNotCounted } from "./uncounted-response.ts";

/** A request of the page, with its response. */
interface CodeRequest {
  readonly site: MailSite;
  readonly request: FormRequest;
  readonly sent: SentResponse;
  readonly ticket: string;
}

/** Answers a GET: asks for the code that was mailed. */
export async function showSent(
  c: WebContext,
  site: MailSite,
  formId: string,
  ticket: string,
): Promise<Response> {
  const sent = await findSent(site, formId, ticket);
  if (sent === undefined) return replyNotFound(c);
  const request = formRequest(c, sent.publicForm);
  if (sent.response.status === "verified") return goToDone(request, ticket);
  const wasMailed = sent.response.status === "spam" || (await isMailed(site, sent));
  return replyWith({ site, request, sent, ticket }, wasMailed ? {} : notMailed(request));
}

/** Answers a POST: the code, a request for a new mail, or another address. */
export async function postSent(
  c: WebContext,
  site: MailSite,
  formId: string,
  ticket: string,
): Promise<Response> {
  const sent = await findSent(site, formId, ticket);
  if (sent === undefined) return replyNotFound(c);
  const values = await readForm(c, acceptOnly(inputs.action, inputs.code, inputs.address));
  const request_: CodeRequest = { site, request: formRequest(c, sent.publicForm), sent, ticket };
  switch (values.get(inputs.action)) {
    case "again":
      return replyWith(request_, await resendMail(request_));
    case "address":
      return correctAddress(request_, values);
    default:
      return checkCode(request_, (values.get(inputs.code) ?? "").replace(/\s/g, ""));
  }
}

async function checkCode(request_: CodeRequest, code: string): Promise<Response> {
  const { site, request, sent } = request_;
  const { t } = request;
  if (!/^\d{6}$/.test(code)) {
    // Enter after the last digit may reach the page already that says that the code was wrong.
    const count = code === "" ? await attemptsLeft(site.storage.db, sent.response.id) : undefined;
    const wrong = count === undefined ? t.say("code_shape") : t.say("code_wrong", { count });
    return replyWith(request_, { wrong, typedCode: code.slice(0, 20), status: 422 });
  }
  const confirmation = await confirmByCode(site, sent.response.id, code);
  switch (confirmation.state) {
    case "verified":
      return goToConfirmed(request, request_.ticket);
    case "wrong":
      return replyWrongCode(request_, confirmation.attemptsLeft);
    case "expired":
    case "gone":
      return replyWith(request_, { wrong: t.say("code_expired"), status: 422 });
    default:
      return replyNotCounted(request, confirmation);
  }
}

/**
 * Counts a wrong code of the network. Correct codes do not count, so a school class can confirm at once. A network with too many
 * wrong codes gets one attempt for each code, which does not affect others.
 */
async function replyWrongCode(request_: CodeRequest, attemptsLeft: number): Promise<Response> {
  const { site, request, sent } = request_;
  const verdict = await site.limits.wrongCodes(request.c.var.network);
  if (verdict.allowed) {
    return replyWith(request_, { wrong: request.t.say("code_wrong", { count: attemptsLeft }), status: 422 });
  }
  await endCode(site, sent.response.id);
  const count = minutes(verdict.retryAfterSeconds);
  return replyWith(request_, { wrong: request.t.say("too_many_text", { count }), status: 429 });
}

async function correctAddress(request_: CodeRequest, values: FormValues): Promise<Response> {
  const { site, request, sent } = request_;
  const { response } = sent;
  const structure = await sent.publicForm.structureOf(response.form_version);
  const field = structure && addressField(structure);
  const typed = values.get(inputs.address);
  const checked = checkEmail(field ?? { id: inputs.address, type: "email", label: {} }, typed);
  if (checked === undefined || "problem" in checked) {
    const wrongAddress = problemText(request.t, checked?.problem ?? { code: "required" });
    return replyWith(request_, { wrongAddress, typedAddress: typed ?? "", status: 422 });
  }
  // Without these limits, one response could send mails to any number of addresses.
  const { submissions, corrections } = site.limits;
  const seconds = await secondsToWait([
    [submissions, request.c.var.network],
    [corrections, response.id],
  ]);
  if (seconds !== undefined) return replyWith(request_, tooMany(request, seconds));
  await changeAddress(site, response, checked.answer, field?.id);
  const corrected = { ...request_, sent: { ...sent, response: { ...response, email: checked.answer } } };
  return replyWith(corrected, await resendMail(corrected));
}

async function resendMail({ site, request, sent }: CodeRequest): Promise<CodePageState> {
  const { c, t, form } = request;
  const seconds = await waitForMail(site, form, sent.response.email ?? "", c.var.network);
  if (seconds !== undefined) return tooMany(request, seconds);
  const mailed = await sendConfirmationMail(site, sent.publicForm, sent.response.id);
  if (mailed === "failed") return notMailed(request);
  if (typeof mailed === "string") return { notice: t.say("sent_again") };
  return { notice: t.say("send_again_in", { count: mailed.retryAfterSeconds }), status: 429 };
}

function notMailed({ t }: FormRequest): CodePageState {
  return { notice: t.say("mail_failed"), isNotMailed: true };
}

function tooMany({ t }: FormRequest, seconds: number): CodePageState {
  return { notice: t.say("too_many_text", { count: minutes(seconds) }), status: 429 };
}

async function isMailed({ storage }: MailSite, { response }: SentResponse): Promise<boolean> {
  const mailed = await storage.db
    .selectFrom("verifications")
    .select("sent_at")
    .where("response_id", "=", response.id)
    .executeTakeFirst();
  return mailed !== undefined && mailed.sent_at >= response.submitted_at;
}

async function replyWith(
  { site, request, sent, ticket }: CodeRequest,
  state: CodePageState,
): Promise<Response> {
  const places = await placesHeld(site, request, sent);
  return replyCodePage(request, sent, ticket, { ...state, places });
}

export function goToDone({ c, form, t, embedded }: FormRequest, ticket: string): Response {
  return seeOther(c, `/f/${form.id}/done/${ticket}${query(t.language, embedded)}`);
}
