import { checkEmail } from "../../answers/fields/contact.ts";
import { changeAddress } from "../../responses/address.ts";
import { confirmByCode } from "../../responses/confirm.ts";
import { addressField } from "../../responses/respondent.ts";
import { type FormValues, readForm } from "../form-body.ts";
import { seeOther, type WebContext } from "../reply.ts";
import type { Site } from "../site.ts";
import { inputs } from "../views/inputs.ts";
import { problemText } from "../views/problem-text.ts";
import { minutes, replyNotFound } from "../visit/messages.ts";
import { type FormRequest, formRequest, query } from "../visit/request.ts";
import { replyAsking, type Said } from "./asking.ts";
import { findSent, type SentResponse } from "./find.ts";
import { mailProof } from "./mail-proof.ts";
import { replyConfirmation } from "./outcome.ts";

/** What the actions on the page have in hand. */
interface Visited {
  readonly c: WebContext;
  readonly site: Site;
  readonly request: FormRequest;
  readonly sent: SentResponse;
  readonly ticket: string;
}

/** GET: asks for the code that was mailed. */
export async function showSent(c: WebContext, site: Site, formId: string, ticket: string): Promise<Response> {
  const sent = await findSent(site, formId, ticket);
  if (sent === undefined) return replyNotFound(c, site);
  const request = formRequest(c, sent.visit);
  if (sent.response.status === "verified") return goToDone({ c, site, request, sent, ticket });
  const wasMailed = sent.response.status === "spam" || (await isMailed(site, sent));
  return replyAsking(c, site, request, sent, ticket, wasMailed ? {} : notMailed(request));
}

/** POST: the code, the wish for a new one, or another address. */
export async function takeSent(c: WebContext, site: Site, formId: string, ticket: string): Promise<Response> {
  const sent = await findSent(site, formId, ticket);
  if (sent === undefined) return replyNotFound(c, site);
  const values = await readForm(c.env.incoming, async () => {});
  const visited: Visited = { c, site, request: formRequest(c, sent.visit), sent, ticket };
  switch (values.get(inputs.action)) {
    case "again":
      return say(visited, await mailAgain(visited));
    case "address":
      return correctAddress(visited, values);
    default:
      return tryCode(visited, (values.get(inputs.code) ?? "").replace(/\s/g, ""));
  }
}

async function tryCode(visited: Visited, code: string): Promise<Response> {
  const { c, site, request, sent } = visited;
  const { t } = request;
  if (!/^\d{6}$/.test(code))
    return say(visited, { wrong: t.say("code_shape"), typedCode: code.slice(0, 20), status: 422 });
  const verdict = await site.limits.codes(site.networkOf(c.env.incoming));
  if (!verdict.allowed) {
    const count = minutes(verdict.retryAfterSeconds);
    return say(visited, { wrong: t.say("too_many_text", { count }), status: 429 });
  }
  const confirmation = await confirmByCode(site, sent.response.id, code);
  switch (confirmation.state) {
    case "verified":
      return goToDone(visited);
    case "wrong":
      return say(visited, { wrong: t.say("code_wrong", { count: confirmation.attemptsLeft }), status: 422 });
    case "expired":
    case "gone":
      return say(visited, { wrong: t.say("code_expired"), status: 422 });
    default:
      return replyConfirmation(c, site, request, confirmation.state);
  }
}

async function correctAddress(visited: Visited, values: FormValues): Promise<Response> {
  const { site, request, sent } = visited;
  const { response } = sent;
  const structure = await sent.visit.structureOf(response.form_version);
  const field = structure && addressField(structure);
  const typed = values.get(inputs.address);
  const checked = checkEmail(field ?? { id: inputs.address, type: "email", label: {} }, typed);
  if (checked === undefined || "problem" in checked) {
    const wrongAddress = problemText(request.t, checked?.problem ?? { code: "required" });
    return say(visited, { wrongAddress, typedAddress: typed ?? "", status: 422 });
  }
  // Else one response could send mails to as many people as somebody can think of.
  const verdict = await site.limits.submissions(site.networkOf(visited.c.env.incoming));
  if (!verdict.allowed) return say(visited, tooMany(request, verdict.retryAfterSeconds));
  await changeAddress(site, response, checked.answer, field?.id);
  const corrected = { ...visited, sent: { ...sent, response: { ...response, email: checked.answer } } };
  return say(corrected, await mailAgain(corrected));
}

async function mailAgain({ site, request, sent }: Visited): Promise<Said> {
  const { t } = request;
  const verdict = await site.limits.mails(sent.response.email ?? "");
  if (!verdict.allowed) return tooMany(request, verdict.retryAfterSeconds);
  const mailed = await mailProof(site, sent.visit, sent.response.id);
  if (mailed === "failed") return notMailed(request);
  if (typeof mailed === "string") return { notice: t.say("sent_again") };
  return { notice: t.say("send_again_in", { count: mailed.retryAfterSeconds }), status: 429 };
}

function notMailed({ t }: FormRequest): Said {
  return { notice: t.say("mail_failed"), isNotMailed: true };
}

function tooMany({ t }: FormRequest, seconds: number): Said {
  return { notice: t.say("too_many_text", { count: minutes(seconds) }), status: 429 };
}

async function isMailed({ storage }: Site, { response }: SentResponse): Promise<boolean> {
  const mailed = await storage.db
    .selectFrom("verifications")
    .select("sent_at")
    .where("response_id", "=", response.id)
    .executeTakeFirst();
  return mailed !== undefined && mailed.sent_at >= response.submitted_at;
}

function say({ c, site, request, sent, ticket }: Visited, said: Said): Response {
  return replyAsking(c, site, request, sent, ticket, said);
}

function goToDone({ c, request: { form, t, embedded }, ticket }: Visited): Response {
  return seeOther(c, `/f/${form.id}/done/${ticket}${query(t.language, embedded)}`);
}
