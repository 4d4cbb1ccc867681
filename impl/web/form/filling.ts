import type { FormField, FormPage, FormStructure } from "../../../generated/types.ts";
import type { Given } from "../../answers/answer.ts";
import { type CheckedAnswers, checkAnswers, type Uploads } from "../../answers/check.ts";
import type { Problem } from "../../answers/problem.ts";
import type { Form } from "../../forms/forms.ts";
import { newId } from "../../ids/ids.ts";
import { type Fill, updateFill } from "../../responses/fills.ts";
import { reply, type WebContext } from "../reply.ts";
import type { FillTicket, Site } from "../site.ts";
import { formPage } from "../views/form.ts";
import { problemText } from "../views/problem-text.ts";
import type { FormRequest } from "../visit/request.ts";
import type { Visit } from "../visit/visit.ts";
import { shownFields, stepAt } from "./steps.ts";

/** A form that somebody is filling in, as far as it is known. */
export interface Filling {
  readonly ticket: FillTicket;
  /** The version that the ticket is for. */
  readonly structure: FormStructure;
  readonly given: Given;
  readonly uploads: Uploads;
  readonly checked: CheckedAnswers;
}

/** What names the password that a form has now. */
export function openedBy(form: Form): string | undefined {
  return form.password_hash?.slice(-12);
}

/** A ticket of a page of this form; undefined if it is none, of another form, or from before the password changed. */
export function readTicket({ fills }: Site, form: Form, text: string | undefined): FillTicket | undefined {
  const ticket = text === undefined ? undefined : fills.verify(text);
  return ticket?.form === form.id && ticket.opened === openedBy(form) ? ticket : undefined;
}

/** The start of a fill of the current version. Nothing is stored before a page is sent. */
export function newFilling(
  { clock }: Site,
  { form, structure }: Visit,
  opened: string | undefined,
  given: Given,
): Filling {
  const now = clock();
  const ticket: FillTicket = {
    id: newId("fill"),
    form: form.id,
    version: form.version,
    started: now.getTime(),
    ...(opened !== undefined && { opened }),
  };
  const uploads: Uploads = {};
  return { ticket, structure, given, uploads, checked: checkAnswers(structure, given, uploads, now) };
}

/**
 * Adds to a fill what one page gave, and checks everything that was given so far.
 * @param more values of the page; fields that it did not show keep what was given before
 */
export async function addPage(
  { storage, clock }: Site,
  visit: Visit,
  ticket: FillTicket,
  page: FormPage | undefined,
  more: Given,
): Promise<Filling | { readonly responseId: string }> {
  const structure = (await visit.structureOf(ticket.version)) ?? visit.structure;
  const now = clock();
  const fill = { id: ticket.id, formId: ticket.form, version: ticket.version };
  return updateFill(
    storage,
    fill,
    (before, uploads) => {
      // Fields that the page did not show have no part in this: what hides them was answered on earlier pages.
      const checked = checkAnswers(structure, { ...before, ...more }, uploads, now);
      const given = { ...before, ...withoutUnshown(more, page, checked) };
      return { ticket, structure, given, uploads, checked };
    },
    now,
  );
}

function withoutUnshown(given: Given, page: FormPage | undefined, checked: CheckedAnswers): Given {
  if (page === undefined) return given;
  const shown = new Set(shownFields(page, checked).map(({ field }) => field.id));
  const unshown = new Set(page.fields.map(({ id }) => id).filter((id) => !shown.has(id)));
  return Object.fromEntries(Object.entries(given).filter(([id]) => !unshown.has(id)));
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
    ticket: site.fills.sign(filling.ticket),
    action: request.addressIn(t.language),
    embedded,
    seed: filling.ticket.id,
    now: site.clock(),
    addressIn: request.addressIn,
  });
  return reply(c, site, page, {
    status,
    framable: embedded !== false && form.password_hash === null,
  });
}

/** Problems of these fields only. */
export function problemsOf(
  fields: readonly FormField[],
  problems: ReadonlyMap<string, Problem>,
): Map<string, Problem> {
  return new Map([...problems].filter(([id]) => fields.some((field) => field.id === id)));
}
