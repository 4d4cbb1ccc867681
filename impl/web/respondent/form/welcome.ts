/** The welcome page of a form: it opens a visit, and only its button begins one. Nothing is stored before the first page is sent. */
import { checkAnswers } from "../../../forms/check-answers.ts";
import { inputs } from "../../../forms/fields/parts/inputs.ts";
import { fillUploads, findFill } from "../../../responses/fills.ts";
import { createLook } from "../../components/look.ts";
import { createMentions } from "../../components/mentions.ts";
import { welcomePage } from "../../components/welcome.ts";
import type { FormValues } from "../../form-body.ts";
import { reply } from "../../reply.ts";
import type { FillTicket, FormSite } from "../../site.ts";
import type { FormRequest } from "../public-form/form-request.ts";
import { ALL } from "../public-form/one-question.ts";
import { type OpenFill, replyStep, type ShownPage, shareAddress } from "./open-fill.ts";
import { findFirstPage } from "./steps.ts";
import { replySent } from "./submit-form.ts";

/** The parameter for browsers without scripts: each question is a page. */
const STEPS = "steps";

/** Answers the first request of a visit, with the welcome page if there is one, else with the first question. */
export function replyOpened(opened: Omit<ShownPage, "pageId">): Response {
  return isWelcomed(opened) ? replyWelcome(opened) : replyBegun(opened);
}

/** A link with answers to questions continues what somebody else began, so it leads to the questions. */
function isWelcomed({ request, openFill }: Omit<ShownPage, "pageId">): boolean {
  const { structure } = openFill;
  const fields = structure.pages.flatMap((page) => page.fields);
  const isPrefilled = fields.some(({ id }) => Object.hasOwn(request.prefilled, id));
  return structure.welcome !== undefined && !isPrefilled && request.c.req.query(STEPS) === undefined;
}

function replyWelcome({ site, request, openFill }: Omit<ShownPage, "pageId">): Response {
  const { c, t, embedded, form, publicForm } = request;
  const { structure, checked, ticket } = openFill;
  const page = welcomePage({
    t,
    structure,
    mentions: createMentions(structure, checked.answers, t),
    images: publicForm.images,
    ticket: site.fills.sign(ticket),
    action: request.addressIn(t.language),
    embedded,
    look: createLook({ t, ...publicForm, share: shareAddress(site, request) }),
    addressIn: request.addressIn,
  });
  return reply(c, page, { framable: embedded !== false && form.password_hash === null });
}

/** Shows the first question. Where a script shows one question at a time, it gets all of them, unless a password protects the form. */
function replyBegun(opened: Omit<ShownPage, "pageId">): Response {
  const { request, openFill } = opened;
  const { c, form, publicForm } = request;
  const isStepped = publicForm.isStepped && form.password_hash === null && c.req.query(STEPS) === undefined;
  if (!isStepped)
    return replyStep({ ...opened, pageId: findFirstPage(openFill.structure, openFill.checked) });
  const { search } = new URL(c.req.url);
  const withoutScripts = `${c.req.path}${search}${search === "" ? "?" : "&"}${STEPS}=1`;
  return replyStep({ ...opened, pageId: ALL }, { withoutScripts });
}

/** Answers a POST of the welcome page: its button, or another language. */
export async function postWelcome(
  site: FormSite,
  request: FormRequest,
  ticket: FillTicket,
  values: FormValues,
): Promise<Response> {
  const fill = await findFill(site.storage.db, ticket.id);
  if (fill?.responseId) return replySent(site, request, fill.responseId);
  const openFill = await openFillOf(site, request, ticket, fill?.rawAnswers ?? {});
  const opened = { site, request, openFill };
  const isTranslated = values.get(inputs.action)?.startsWith("language:");
  return isTranslated ? replyWelcome(opened) : replyBegun(opened);
}

/** Opens the fill of a ticket, which is stored if the respondent was on the first page before. */
async function openFillOf(
  { storage, clock }: FormSite,
  { publicForm, prefilled, t }: FormRequest,
  ticket: FillTicket,
  stored: OpenFill["rawAnswers"],
): Promise<OpenFill> {
  const structure = (await publicForm.structureOf(ticket.version)) ?? publicForm.structure;
  const uploads = await fillUploads(storage.db, ticket.id);
  const rawAnswers = { ...prefilled, ...stored };
  const checked = checkAnswers(structure, rawAnswers, uploads, clock(), t.language);
  return { ticket, structure, rawAnswers, uploads, checked };
}
