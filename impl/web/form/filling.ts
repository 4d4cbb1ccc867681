import type { FormField, FormStructure } from "../../../generated/types.ts";
import type { Given } from "../../answers/answer.ts";
import { type CheckedAnswers, checkAnswers, type Uploads } from "../../answers/check.ts";
import type { Problem } from "../../answers/problem.ts";
import type { Form } from "../../forms/forms.ts";
import { newId } from "../../ids/ids.ts";
import { type Fill, findFill, uploadsOf } from "../../responses/fills.ts";
import { reply, type WebContext } from "../reply.ts";
import type { FillTicket, Site } from "../site.ts";
import { formPage } from "../views/form.ts";
import { problemText } from "../views/problem-text.ts";
import type { FormRequest } from "../visit/request.ts";
import { structureOfVersion, type Visit } from "../visit/visit.ts";
import { stepAt } from "./steps.ts";

/** A form that somebody is filling in, as far as it is known. */
export interface Filling {
  readonly ticket: FillTicket;
  /** The version that the ticket is for. */
  readonly structure: FormStructure;
  readonly given: Given;
  readonly uploads: Uploads;
  readonly checked: CheckedAnswers;
}

/** A ticket for somebody who comes to the form now. */
export function newTicket(form: Form, now: Date, opened: string | undefined): FillTicket {
  return {
    id: newId("fill"),
    form: form.id,
    version: form.version,
    started: now.getTime(),
    ...(opened !== undefined && { opened }),
  };
}

/** What names the password that a form has now. */
export function openedBy(form: Form): string | undefined {
  return form.password_hash?.slice(-12);
}

/** A ticket of a page of this form; undefined if it is none, of another form, or from before the password changed. */
export function readTicket({ fills }: Site, form: Form, text: string | undefined): FillTicket | undefined {
  const ticket = text === undefined ? undefined : fills.open(text);
  return ticket?.form === form.id && ticket.opened === openedBy(form) ? ticket : undefined;
}

/** What there is of a fill; `more` is given on top. */
export async function loadFilling(
  site: Site,
  visit: Visit,
  ticket: FillTicket,
  more: Given = {},
): Promise<Filling & { readonly responseId: string | null }> {
  const { storage, clock } = site;
  const structure = (await structureOfVersion(site, ticket.form, ticket.version)) ?? visit.structure;
  const fill = await findFill(storage.db, ticket.id);
  const given = { ...fill?.given, ...more };
  const uploads = await uploadsOf(storage.db, ticket.id);
  const checked = checkAnswers(structure, given, uploads, clock());
  return { ticket, structure, given, uploads, checked, responseId: fill?.responseId ?? null };
}

/** As it is stored. */
export function fillOf({ ticket, given }: Filling): Omit<Fill, "responseId"> {
  return { id: ticket.id, formId: ticket.form, version: ticket.version, given };
}

export interface StepReply {
  /** Id of a field, or `ADDRESS` -> what is wrong. */
  readonly problems?: ReadonlyMap<string, Problem>;
  readonly notice?: string | undefined;
  readonly status?: 200 | 422 | 429;
}

/** Shows one page of a form. */
export function replyStep(
  c: WebContext,
  site: Site,
  request: FormRequest,
  filling: Filling,
  pageId: string | undefined,
  { problems = new Map(), notice, status = 200 }: StepReply = {},
): Response {
  const { t, embedded, form } = request;
  const page = formPage({
    t,
    structure: filling.structure,
    step: stepAt(filling.structure, pageId, filling.checked),
    given: filling.given,
    uploads: filling.uploads,
    checked: filling.checked,
    messages: new Map([...problems].map(([id, problem]) => [id, problemText(t, problem)])),
    notice,
    ticket: site.fills.close(filling.ticket),
    action: request.addressIn(t.language),
    embedded,
    seed: filling.ticket.id,
    now: site.clock(),
    addressIn: request.addressIn,
  });
  return reply(c, site, page, {
    status,
    framable: embedded !== false && form.password_hash === null,
    withScript: true,
  });
}

/** Problems of these fields only. */
export function problemsOf(
  fields: readonly FormField[],
  problems: ReadonlyMap<string, Problem>,
): Map<string, Problem> {
  return new Map([...problems].filter(([id]) => fields.some((field) => field.id === id)));
}
