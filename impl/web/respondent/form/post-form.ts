/** Handles the POST requests of a form. */
import type { Problem } from "../../../forms/answers/problem.ts";
import { inputs, WELCOME } from "../../../forms/fields/parts/inputs.ts";
import { addressField } from "../../../forms/structure/offered-form.ts";
import { fullProblems } from "../../../responses/capacity.ts";
import { type FormValues, readForm } from "../../form-body.ts";
import { secondsToWait } from "../../limits.ts";
import type { WebContext } from "../../reply.ts";
import type { FillTicket, FormSite } from "../../site.ts";
import { type FormRequest, formRequest } from "../public-form/form-request.ts";
import { replyNotFound, replyTooMany, replyUnavailable } from "../public-form/message-replies.ts";
import { findPage } from "../public-form/one-question.ts";
import { findPublicForm, type PublicForm } from "../public-form/public-form.ts";
import { replyNewConsent } from "./move-fill.ts";
import {
  crowdedMessage,
  listProblems,
  newFill,
  type OpenFill,
  readTicket,
  replyStep,
  type SentPage,
  savePage,
} from "./open-fill.ts";
import { pageInputs } from "./page-inputs.ts";
import { postPassword, replyPasswordPage } from "./password.ts";
import { readAnswers, readHiddenFields } from "./read-answers.ts";
import { receiveUpload } from "./receive-upload.ts";
import { findNextPage, findPreviousPage } from "./steps.ts";
import { replySent, submitForm } from "./submit-form.ts";
import { reachedBy } from "./visit.ts";
import { postWelcome } from "./welcome.ts";

/** Answers a POST of a form: one of its pages (to go on, go back, change the language or submit), or its password. */
export async function postForm(c: WebContext, site: FormSite, formId: string): Promise<Response> {
  const publicForm = await findPublicForm(site, formId);
  if (publicForm === undefined) return replyNotFound(c);
  const computing = (network: string) => site.limits.computing(network, publicForm.cost);
  const seconds = await secondsToWait([site.limits.steps, computing].map((limit) => [limit, c.var.network]));
  if (seconds !== undefined) return replyTooMany(c, seconds);
  const { values, fileProblems } = await readPage(c, site, publicForm);
  const request = formRequest(c, publicForm, requestedLanguage(values));
  if (publicForm.state !== "open") return replyUnavailable(request, publicForm.state);
  if (values.get(inputs.password) !== undefined) return postPassword(site, request, values);
  const ticket = readTicket(site, publicForm.form, values.get(inputs.ticket));
  if (ticket === undefined) return restartForm(site, request, values);
  if (values.get(inputs.page) === WELCOME) return postWelcome(site, request, ticket, values);
  return postPage({ site, request, ticket, values, fileProblems });
}

async function readPage(c: WebContext, site: FormSite, publicForm: PublicForm) {
  const fileProblems = new Map<string, Problem>();
  const values = await readForm(c, pageInputs(site, publicForm), async (file, before) => {
    const ticket = readTicket(site, publicForm.form, before.get(inputs.ticket));
    const upload =
      publicForm.state === "open"
        ? await receiveUpload(site, publicForm, ticket, file, c.var.network)
        : undefined;
    if (upload?.problem) fileProblems.set(upload.field.id, upload.problem);
  });
  return { values, fileProblems };
}

/** Returns the language of the pressed menu button, else the language of the page. */
function requestedLanguage(values: FormValues): string | undefined {
  const [, chosen] = /^language:(\w+)$/.exec(values.get(inputs.action) ?? "") ?? [];
  return chosen ?? values.get(inputs.language);
}

/**
 * Begins again when the ticket of the page is no longer valid, such as after a new password. The answers on the page are kept
 * if possible.
 */
function restartForm(site: FormSite, request: FormRequest, values: FormValues): Response {
  const { form, publicForm, t } = request;
  const hidden = readHiddenFields(publicForm.structure, values);
  if (form.password_hash !== null) return replyPasswordPage(request);
  const page = findPage(publicForm.structure, values.get(inputs.page)) ?? publicForm.structure.pages[0];
  const rawAnswers = { ...request.prefilled, ...hidden, ...readAnswers(page?.fields ?? [], values) };
  const openFill = newFill(site, publicForm, rawAnswers, request.t.language);
  countAnswers(site, request, openFill);
  const shown = { site, request, openFill, pageId: page?.id };
  return replyStep(shown, { notice: t.say("open_too_long"), status: 422 });
}

/** The cost of a step of pattern matching in points, counted twice because answers are checked again when the form is sent. */
const STEP_COST = 0.4;
/** The cost of a character of answers in points. Answers are parsed, checked, stored and drawn. */
const CHARACTER_COST = 0.5;

/** Counts the cost of answers afterwards, because it depends on their length and on patterns. The next visit waits. */
export function countAnswers({ limits }: FormSite, { c }: FormRequest, openFill: OpenFill): void {
  const { rawAnswers, checked } = openFill;
  const characters = JSON.stringify(rawAnswers).length;
  limits.computing(c.var.network, STEP_COST * checked.steps + CHARACTER_COST * characters);
}

/** A sent page with its ticket. */
interface TicketedPage extends Pick<SentPage, "site" | "request" | "values"> {
  readonly ticket: FillTicket;
  readonly fileProblems: ReadonlyMap<string, Problem>;
}

async function postPage({ site, request, ticket, values, fileProblems }: TicketedPage): Promise<Response> {
  const { publicForm } = request;
  const hidden = readHiddenFields(publicForm.structure, values);
  const structure = (await publicForm.structureOf(ticket.version)) ?? publicForm.structure;
  const page = findPage(structure, values.get(inputs.page));
  const fields = page?.fields ?? [];
  const action = values.get(inputs.action);
  const goesOn = action === "send" || action === "next";
  const listAllProblems = ({ checked }: OpenFill) => {
    const full = fullProblems(publicForm.stored, checked.answers, publicForm.places);
    return new Map([
      ...listProblems(fields, checked.problems),
      ...listProblems(fields, full),
      ...fileProblems,
    ]);
  };
  const openFill = await savePage(site, request, ticket, {
    page,
    answers: { ...hidden, ...readAnswers(fields, values) },
    removed: new Set(fields.flatMap(({ id }) => values.all(inputs.removed(id)))),
    isRefused: (arrived) => goesOn && listAllProblems(arrived).size > 0,
    reached: (arrived) =>
      reachedBy({
        openFill: arrived,
        page,
        action,
        language: request.t.language,
        problems: listAllProblems(arrived),
      }),
  });
  if ("responseId" in openFill) return replySent(site, request, openFill.responseId);
  countAnswers(site, request, openFill);
  const sent: SentPage = { site, request, openFill, pageId: page?.id, values };
  if (!openFill.isStored) return replyStep(sent, { notice: crowdedMessage(request), status: 429 });
  const newConsent = await replyNewConsent(sent);
  if (newConsent) return newConsent;
  if (!goesOn) {
    const target =
      action === "back" ? findPreviousPage(openFill.structure, page?.id, openFill.checked) : page?.id;
    return replyStep({ ...sent, pageId: target });
  }
  const problems = listAllProblems(openFill);
  if (problems.size > 0) return replyStep(sent, { problems, status: 422 });
  return continueForm(sent);
}

/** Shows the next page with visible fields; after the last one, submits the form. */
async function continueForm(sent: SentPage): Promise<Response> {
  const { openFill, pageId, values } = sent;
  const { structure, checked } = openFill;
  const next = findNextPage(structure, pageId, checked);
  if (pageId !== undefined && next !== undefined) return replyStep({ ...sent, pageId: next });
  const addressPageIsDone = addressField(structure) !== undefined || values.get(inputs.address) !== undefined;
  if (!addressPageIsDone) return replyStep({ ...sent, pageId: undefined });
  return submitForm(sent);
}
