import { inputs } from "../../../forms/fields/parts/inputs.ts";
import { addressField } from "../../../forms/structure/offered-form.ts";
import { UNSENT_ANSWERS } from "../../../platform/config/uploads.ts";
import { updateFill } from "../../../responses/fills.ts";
import { ADDRESS } from "../../../responses/respondent.ts";
import { hasRoomForAnswers } from "../../../responses/unsent.ts";
import type { Progress } from "../../../responses/visits/visit.ts";
import { acceptOnly, type FormValues, readForm } from "../../form-body.ts";
import { securityHeaders, type WebContext } from "../../reply.ts";
import type { FillTicket, FormSite } from "../../site.ts";
import { findPublicForm, type PublicForm } from "../public-form/public-form.ts";
import { readTicket } from "./open-fill.ts";
import { countedVisit } from "./visit.ts";

/** The name of the value with the reached question. */
const AT = "at";

/** The size of a fill without answers. */
const FILL_BYTES = 500;
/** Fills without answers may use half of the room, so the other half is left for answers. */
const ROOM = {
  form: UNSENT_ANSWERS.form / 2,
  network: UNSENT_ANSWERS.network / 2,
  all: UNSENT_ANSWERS.all / 2,
};

/**
 * Counts the question that a visitor has reached. The page's script reports it when the visitor begins, and when the page is
 * left. The report begins the visitor's fill, as an upload does, without answers and without the network of the client.
 */
export async function postProgress(c: WebContext, site: FormSite, formId: string): Promise<Response> {
  const network = c.var.network;
  const verdict = await site.limits.progress(network);
  const publicForm = verdict.allowed ? await findPublicForm(site, formId) : undefined;
  const values = await readForm(c, acceptOnly(inputs.ticket, inputs.language, AT));
  const ticket = publicForm && readTicket(site, publicForm.form, values.get(inputs.ticket));
  if (ticket && publicForm.state === "open") await count(site, publicForm, ticket, values, network);
  return c.body(null, 204, { "Cache-Control": "no-store", ...securityHeaders(false) });
}

async function count(
  site: FormSite,
  publicForm: PublicForm,
  ticket: FillTicket,
  values: FormValues,
  network: string,
): Promise<void> {
  const { storage, clock } = site;
  const reached = await readProgress(publicForm, ticket, values);
  const visit = countedVisit(site, ticket);
  if (reached === undefined || visit === undefined) return;
  const source = { formId: ticket.form, network, limits: ROOM };
  if (!(await hasRoomForAnswers(storage.db, source, FILL_BYTES))) return;
  const fill = { id: ticket.id, formId: ticket.form, version: ticket.version, visit };
  await updateFill(storage, fill, (rawAnswers) => ({ rawAnswers, isRefused: true, reached }), clock());
}

/** Reads the question and the language of the page; undefined: the form has no such question. */
async function readProgress(
  publicForm: PublicForm,
  { version }: FillTicket,
  values: FormValues,
): Promise<Progress | undefined> {
  const structure = await publicForm.structureOf(version);
  const language = structure?.languages.find((one) => one === values.get(inputs.language));
  const at = values.get(AT) ?? "";
  if (structure === undefined || language === undefined) return undefined;
  if (at === ADDRESS) return addressField(structure) === undefined ? { language, at } : undefined;
  const isField = structure.pages.some((page) => page.fields.some(({ id }) => id === at));
  return isField ? { language, at } : undefined;
}
