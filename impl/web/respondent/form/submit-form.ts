/** The last step of a form: its submission. */

import type { Problem } from "../../../forms/answers/problem.ts";
import { inputs } from "../../../forms/fields/parts/inputs.ts";
import type { Availability } from "../../../responses/availability.ts";
import { ADDRESS, respondentAddress } from "../../../responses/respondent.ts";
import { submit } from "../../../responses/submit.ts";
import { takeLostFiles } from "../../../responses/unsent.ts";
import { seeOther } from "../../reply.ts";
import type { FormSite } from "../../site.ts";
import { sendConfirmationMail, waitForMail } from "../confirm/send-mail.ts";
import { type FormRequest, query } from "../public-form/form-request.ts";
import { minutes, replyUnavailable } from "../public-form/message-replies.ts";
import { ALL, findPage } from "../public-form/one-question.ts";
import { replyChanged } from "./move-fill.ts";
import {
  crowdedMessage,
  holdRoomFor,
  listProblems,
  replyStep,
  type SentPage,
  type ShownPage,
  storedFill,
} from "./open-fill.ts";
import { findPageOfField } from "./steps.ts";
import { countedVisit, MIN_FILL_TIME_MS } from "./visit.ts";

/** Submits the whole form: stores a response and sends its confirmation mail. */
export async function submitForm(sent: SentPage): Promise<Response> {
  const { site, request, openFill, pageId, values } = sent;
  const { t } = request;
  const { structure, checked } = openFill;
  if (await takeLostFiles(site.storage.db, openFill.ticket.id))
    return replyStep(sent, { notice: t.say("open_too_long"), status: 422 });
  const [firstField] = checked.problems.keys();
  if (firstField !== undefined)
    return replyWrong({ ...sent, pageId: findPlace(sent, firstField) }, checked.problems);
  const address = respondentAddress(structure, openFill.rawAnswers, checked.answers);
  if ("problem" in address) return replyWrong(sent, new Map([[ADDRESS, address.problem]]));
  // Programs are as quick. The form must be sent once more.
  if (site.clock().getTime() - openFill.ticket.started < MIN_FILL_TIME_MS)
    return replyStep(sent, { notice: t.say("too_quick"), status: 422 });
  const isSpam = (values.get(inputs.trap) ?? "") !== "";
  const seconds = await retryAfter(site, request, isSpam ? undefined : address.email);
  if (seconds !== undefined) {
    const notice = t.say("too_many_text", { count: minutes(seconds) });
    return replyStep(sent, { notice, status: 429 });
  }
  const { form, publicForm } = request;
  const submission = {
    fill: storedFill(openFill),
    structure,
    current: { version: form.version, structure: publicForm.stored },
    language: t.language,
    email: address.email,
    isSpam,
    network: request.c.var.network,
    visit: countedVisit(site, openFill.ticket),
  };
  const release = await holdRoomFor(site, openFill.rawAnswers);
  const submitted = await submit(site, submission).finally(release);
  if ("unavailable" in submitted) return replyUnavailable(request, visibleState(submitted.unavailable));
  if ("hasNewConsent" in submitted) return replyChanged(sent);
  if ("hasNoRoom" in submitted) return replyStep(sent, { notice: crowdedMessage(request), status: 429 });
  if ("problems" in submitted) {
    const { problems, places = publicForm.places } = submitted;
    const [first = ""] = problems.keys();
    const refreshed = { ...request, publicForm: { ...publicForm, places } };
    return replyWrong({ ...sent, request: refreshed, pageId: findPlace(sent, first) ?? pageId }, problems);
  }
  if (!isSpam) await sendConfirmationMail(site, publicForm, submitted.responseId);
  return replySent(site, request, submitted.responseId);
}

/** Redirects to the page that asks for the code. */
export function replySent(
  { tickets }: FormSite,
  { c, form, t, embedded }: FormRequest,
  response: string,
): Response {
  return seeOther(c, `/f/${form.id}/sent/${tickets.sign({ response })}${query(t.language, embedded)}`);
}

/** Finds the page of a field; a page with all questions stays. */
function findPlace({ openFill, pageId }: SentPage, field: string): string | undefined {
  return pageId === ALL ? ALL : findPageOfField(openFill.structure, field);
}

function replyWrong(shown: ShownPage, problems: ReadonlyMap<string, Problem>): Response {
  const { openFill, pageId } = shown;
  const page = findPage(openFill.structure, pageId);
  const address = [...problems].filter(([id]) => id === ADDRESS);
  const onPage = new Map([...listProblems(page?.fields ?? [], problems), ...address]);
  return replyStep(shown, { problems: onPage, status: 422 });
}

/**
 * Returns the seconds until the next form may be sent; undefined: now.
 * @param email the address of the mail; undefined: no mail is sent, so none is counted
 */
async function retryAfter(
  site: FormSite,
  { c, form }: FormRequest,
  email: string | undefined,
): Promise<number | undefined> {
  const { network } = c.var;
  const verdict = await site.limits.submissions(network);
  if (!verdict.allowed) return verdict.retryAfterSeconds;
  return email === undefined ? undefined : waitForMail(site, form, email, network);
}

function visibleState(state: Exclude<Availability, "open">) {
  return state === "hidden" ? "archived" : state;
}
