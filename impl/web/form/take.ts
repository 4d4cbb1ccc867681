import type { Problem } from "../../answers/problem.ts";
import { addressField } from "../../responses/respondent.ts";
import { type FormValues, readForm } from "../form-body.ts";
import type { WebContext } from "../reply.ts";
import type { FillTicket, Site } from "../site.ts";
import { inputs } from "../views/inputs.ts";
import { replyNotFound, replyTooMany, replyUnavailable } from "../visit/messages.ts";
import { type FormRequest, formRequest } from "../visit/request.ts";
import { findVisit, type Visit } from "../visit/visit.ts";
import { addPage, type Filling, newFilling, openedBy, problemsOf, readTicket, replyStep } from "./filling.ts";
import { readGiven, readHidden } from "./given.ts";
import { replyPasswordPage, takePassword } from "./password.ts";
import { removeUploads, takeUpload } from "./receive.ts";
import { replySent, send } from "./send.ts";
import { nextPage, previousPage } from "./steps.ts";

/** POST of a form: a page of it, to go on, back, into another language, or to be sent; or its password. */
export async function takeForm(c: WebContext, site: Site, formId: string): Promise<Response> {
  const visit = await findVisit(site, formId);
  if (visit === undefined) return replyNotFound(c, site);
  const verdict = await site.limits.steps(site.networkOf(c.env.incoming));
  if (!verdict.allowed) return replyTooMany(c, site, verdict.retryAfterSeconds);
  const { values, fileProblems } = await readPage(c, site, visit);
  const request = formRequest(c, visit, askedLanguage(values));
  if (visit.state !== "open") return replyUnavailable(c, site, request, visit.state);
  if (values.get(inputs.password) !== undefined) return takePassword(c, site, request, values);
  const ticket = readTicket(site, visit.form, values.get(inputs.ticket));
  if (ticket === undefined) return startAgain(c, site, request, values);
  return takePage(c, site, request, ticket, values, fileProblems);
}

async function readPage(c: WebContext, site: Site, visit: Visit) {
  const network = site.networkOf(c.env.incoming);
  const fileProblems = new Map<string, Problem>();
  const values = await readForm(c.env.incoming, async (file, before) => {
    const ticket = readTicket(site, visit.form, before.get(inputs.ticket));
    const taken = visit.state === "open" ? await takeUpload(site, visit, ticket, file, network) : undefined;
    if (taken?.problem) fileProblems.set(taken.field.id, taken.problem);
  });
  return { values, fileProblems };
}

/** A button of the language menu, else the language that the page was in. */
function askedLanguage(values: FormValues): string | undefined {
  const [, chosen] = /^language:(\w+)$/.exec(values.get(inputs.action) ?? "") ?? [];
  return chosen ?? values.get(inputs.language);
}

/** The page cannot be used any more, such as after a new password; what was typed on it stays where it can. */
async function startAgain(
  c: WebContext,
  site: Site,
  request: FormRequest,
  values: FormValues,
): Promise<Response> {
  const { form, visit, t } = request;
  const hidden = readHidden(visit.structure, (id) => values.get(inputs.hidden(id)));
  if (form.password_hash !== null) return replyPasswordPage(c, site, request, hidden);
  const page =
    visit.structure.pages.find(({ id }) => id === values.get(inputs.page)) ?? visit.structure.pages[0];
  const given = { ...hidden, ...readGiven(page?.fields ?? [], values) };
  const filling = newFilling(site, visit, openedBy(form), given);
  return replyStep(c, site, request, filling, page?.id, { notice: t.say("open_too_long"), status: 422 });
}

async function takePage(
  c: WebContext,
  site: Site,
  request: FormRequest,
  ticket: FillTicket,
  values: FormValues,
  fileProblems: ReadonlyMap<string, Problem>,
): Promise<Response> {
  const { visit } = request;
  const hidden = readHidden(visit.structure, (id) => values.get(inputs.hidden(id)));
  const structure = (await visit.structureOf(ticket.version)) ?? visit.structure;
  const page = structure.pages.find(({ id }) => id === values.get(inputs.page));
  const fields = page?.fields ?? [];
  const removed = fields.flatMap(({ id }) => values.all(inputs.removed(id)));
  await removeUploads(site, ticket, removed);
  const filling = await addPage(site, visit, ticket, page, { ...hidden, ...readGiven(fields, values) });
  if ("responseId" in filling) return replySent(c, site, request, filling.responseId);
  const action = values.get(inputs.action);
  if (action !== "send" && action !== "next") {
    const target = action === "back" ? previousPage(filling.structure, page?.id, filling.checked) : page?.id;
    return replyStep(c, site, request, filling, target);
  }
  const problems = new Map([...problemsOf(fields, filling.checked.problems), ...fileProblems]);
  if (problems.size > 0) return replyStep(c, site, request, filling, page?.id, { problems, status: 422 });
  return goOn(c, site, request, filling, page?.id, values);
}

/** To the next page that has something to ask, and at the end to where the form is sent. */
async function goOn(
  c: WebContext,
  site: Site,
  request: FormRequest,
  filling: Filling,
  pageId: string | undefined,
  values: FormValues,
): Promise<Response> {
  const { structure, checked } = filling;
  const next = nextPage(structure, pageId, checked);
  if (pageId !== undefined && next !== undefined) return replyStep(c, site, request, filling, next);
  const wasAsked = addressField(structure) !== undefined || values.get(inputs.address) !== undefined;
  if (!wasAsked) return replyStep(c, site, request, filling, undefined);
  return send(c, site, request, filling, pageId, values);
}
