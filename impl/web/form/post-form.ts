import type { Problem } from "../../forms/answers/problem.ts";
import { inputs } from "../../forms/fields/inputs.ts";
import { fullProblems } from "../../responses/capacity.ts";
import { addressField } from "../../responses/respondent.ts";
import { type FormValues, readForm } from "../form-body.ts";
import { type FormRequest, formRequest } from "../public-form/form-request.ts";
import { replyNotFound, replyTooMany, replyUnavailable } from "../public-form/message-replies.ts";
import { findPublicForm, type PublicForm } from "../public-form/public-form.ts";
import type { WebContext } from "../reply.ts";
import type { FillTicket, Site } from "../site.ts";
import { replyNewConsent } from "./move-fill.ts";
import { newFill, type OpenFill, problemsOf, readTicket, replyStep, savePage } from "./open-fill.ts";
import { pageInputs } from "./page-inputs.ts";
import { postPassword, replyPasswordPage } from "./password.ts";
import { readAnswers, readHiddenFields } from "./read-answers.ts";
import { receiveUpload, removeUploads } from "./receive-upload.ts";
import { nextPage, previousPage } from "./steps.ts";
import { replySent, submitForm } from "./submit-form.ts";

/** POST of a form: one of its pages (to go on, go back, change the language or submit), or its password. */
export async function postForm(c: WebContext, site: Site, formId: string): Promise<Response> {
  const publicForm = await findPublicForm(site, formId);
  if (publicForm === undefined) return replyNotFound(c, site);
  const verdict = await site.limits.steps(site.networkOf(c.env.incoming));
  if (!verdict.allowed) return replyTooMany(c, site, verdict.retryAfterSeconds);
  const { values, fileProblems } = await readPage(c, site, publicForm);
  const request = formRequest(c, publicForm, requestedLanguage(values));
  if (publicForm.state !== "open") return replyUnavailable(c, site, request, publicForm.state);
  if (values.get(inputs.password) !== undefined) return postPassword(c, site, request, values);
  const ticket = readTicket(site, publicForm.form, values.get(inputs.ticket));
  if (ticket === undefined) return restartForm(c, site, request, values);
  return postPage(c, site, request, ticket, values, fileProblems);
}

async function readPage(c: WebContext, site: Site, publicForm: PublicForm) {
  const network = site.networkOf(c.env.incoming);
  const fileProblems = new Map<string, Problem>();
  const values = await readForm(c, site, pageInputs(site, publicForm), async (file, before) => {
    const ticket = readTicket(site, publicForm.form, before.get(inputs.ticket));
    const upload =
      publicForm.state === "open" ? await receiveUpload(site, publicForm, ticket, file, network) : undefined;
    if (upload?.problem) fileProblems.set(upload.field.id, upload.problem);
  });
  return { values, fileProblems };
}

/** The language of the menu button that was pressed, else the language of the page. */
function requestedLanguage(values: FormValues): string | undefined {
  const [, chosen] = /^language:(\w+)$/.exec(values.get(inputs.action) ?? "") ?? [];
  return chosen ?? values.get(inputs.language);
}

/**
 * The ticket of the page is no longer valid, such as after a new password. The answers on the page are kept if
 * possible.
 */
async function restartForm(
  c: WebContext,
  site: Site,
  request: FormRequest,
  values: FormValues,
): Promise<Response> {
  const { form, publicForm, t } = request;
  const hidden = readHiddenFields(publicForm.structure, (id) => values.get(inputs.hidden(id)));
  if (form.password_hash !== null) return replyPasswordPage(c, site, request, hidden);
  const page =
    publicForm.structure.pages.find(({ id }) => id === values.get(inputs.page)) ??
    publicForm.structure.pages[0];
  const rawAnswers = { ...hidden, ...readAnswers(page?.fields ?? [], values) };
  const openFill = newFill(site, publicForm, rawAnswers);
  return replyStep(c, site, request, openFill, page?.id, { notice: t.say("open_too_long"), status: 422 });
}

async function postPage(
  c: WebContext,
  site: Site,
  request: FormRequest,
  ticket: FillTicket,
  values: FormValues,
  fileProblems: ReadonlyMap<string, Problem>,
): Promise<Response> {
  const { publicForm } = request;
  const hidden = readHiddenFields(publicForm.structure, (id) => values.get(inputs.hidden(id)));
  const structure = (await publicForm.structureOf(ticket.version)) ?? publicForm.structure;
  const page = structure.pages.find(({ id }) => id === values.get(inputs.page));
  const fields = page?.fields ?? [];
  const removed = fields.flatMap(({ id }) => values.all(inputs.removed(id)));
  await removeUploads(site, ticket, removed);
  const openFill = await savePage(site, publicForm, ticket, page, {
    ...hidden,
    ...readAnswers(fields, values),
  });
  if ("responseId" in openFill) return replySent(c, site, request, openFill.responseId);
  const newConsent = await replyNewConsent(c, site, request, openFill);
  if (newConsent) return newConsent;
  const action = values.get(inputs.action);
  if (action !== "send" && action !== "next") {
    const target =
      action === "back" ? previousPage(openFill.structure, page?.id, openFill.checked) : page?.id;
    return replyStep(c, site, request, openFill, target);
  }
  const full = fullProblems(publicForm.structure, openFill.checked.answers, publicForm.full);
  const problems = new Map([
    ...problemsOf(fields, openFill.checked.problems),
    ...problemsOf(fields, full),
    ...fileProblems,
  ]);
  if (problems.size > 0) return replyStep(c, site, request, openFill, page?.id, { problems, status: 422 });
  return continueForm(c, site, request, openFill, page?.id, values);
}

/** Shows the next page with visible fields; after the last one, submits the form. */
async function continueForm(
  c: WebContext,
  site: Site,
  request: FormRequest,
  openFill: OpenFill,
  pageId: string | undefined,
  values: FormValues,
): Promise<Response> {
  const { structure, checked } = openFill;
  const next = nextPage(structure, pageId, checked);
  if (pageId !== undefined && next !== undefined) return replyStep(c, site, request, openFill, next);
  const addressPageIsDone = addressField(structure) !== undefined || values.get(inputs.address) !== undefined;
  if (!addressPageIsDone) return replyStep(c, site, request, openFill, undefined);
  return submitForm(c, site, request, openFill, pageId, values);
}
