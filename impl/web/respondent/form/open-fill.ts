/** Loads, checks, changes and shows the fill of a request. */
import type { FormField, FormPage, FormStructure, Language } from "../../../../generated/types.ts";
import type { RawAnswers } from "../../../forms/answers/answer.ts";
import type { Problem } from "../../../forms/answers/problem.ts";
import { type CheckedAnswers, checkAnswers, type Uploads } from "../../../forms/check-answers.ts";
import type { Form } from "../../../forms/forms.ts";
import { UNSENT_ANSWERS } from "../../../platform/config/uploads.ts";
import { html } from "../../../platform/html.ts";
import { newId } from "../../../platform/ids.ts";
import { type Fill, NoRoomForAnswers, updateFill } from "../../../responses/fills.ts";
import type { Progress } from "../../../responses/visits/visit.ts";
import { formPage } from "../../components/form.ts";
import { createLook, type LookSource } from "../../components/look.ts";
import { problemText } from "../../components/problem-text.ts";
import type { FormValues } from "../../form-body.ts";
import { reply } from "../../reply.ts";
import type { FillTicket, FormSite, Site } from "../../site.ts";
import type { FormRequest } from "../public-form/form-request.ts";
import { minutes } from "../public-form/message-replies.ts";
import type { PublicForm } from "../public-form/public-form.ts";
import { choiceWaitingAddress, fullQuestion } from "../public-form/waiting-offer.ts";
import { removeUploads } from "./remove-uploads.ts";
import { listShownFields, stepAt } from "./steps.ts";
import { countedVisit, type OpenedVisit } from "./visit.ts";

/** A fill with its structure, its uploads and its checked answers. */
export interface OpenFill {
  readonly ticket: FillTicket;
  /** The version that the ticket is for. */
  readonly structure: FormStructure;
  readonly rawAnswers: RawAnswers;
  readonly uploads: Uploads;
  /** Ids of uploads that the page asked to remove, but that still exist because the page was refused. */
  readonly removed?: ReadonlySet<string>;
  readonly checked: CheckedAnswers;
}

/** One page as it arrives. */
export interface ArrivedPage {
  /** Undefined: the step that asks for the address. */
  readonly page: FormPage | undefined;
  /** Answers to the fields of the page; fields that it did not show keep their earlier answers. */
  readonly answers: RawAnswers;
  /** Ids of uploads to remove. */
  readonly removed: ReadonlySet<string>;
  /** Returns whether the page is shown again with its problems. */
  isRefused(openFill: OpenFill): boolean;
  /** Returns the question that the visitor sees next. */
  reached(openFill: OpenFill): Progress;
}

/** One page of a form, as a respondent sees it. */
export interface ShownPage {
  readonly site: FormSite;
  readonly request: FormRequest;
  readonly openFill: OpenFill;
  /** Id of the page in the structure; undefined: the step after all pages, which asks for the address. */
  readonly pageId: string | undefined;
}

/** One page of a form that was sent. */
export interface SentPage extends ShownPage {
  readonly values: FormValues;
}

/** Identifies the present password of a form. */
function passwordMark(form: Form): string | undefined {
  return form.password_hash?.slice(-12);
}

/** Verifies the ticket of a page; undefined if it is invalid, belongs to another form, or is older than the password. */
export function readTicket(
  { fills }: FormSite,
  form: Form,
  text: string | undefined,
): FillTicket | undefined {
  const ticket = text === undefined ? undefined : fills.verify(text);
  return ticket?.form === form.id && ticket.opened === passwordMark(form) ? ticket : undefined;
}

/**
 * Creates a fill of the current version. It is stored when the first page is sent. @param visit how it is counted; empty: not at
 * all
 */
export function newFill(
  { clock }: FormSite,
  { form, structure }: PublicForm,
  rawAnswers: RawAnswers,
  language: Language,
  visit: OpenedVisit = {},
): OpenFill {
  const now = clock();
  const opened = passwordMark(form);
  const ticket: FillTicket = {
    id: newId("fill"),
    form: form.id,
    version: form.version,
    started: now.getTime(),
    ...(opened !== undefined && { opened }),
    ...visit,
  };
  const uploads: Uploads = {};
  return {
    ticket,
    structure,
    rawAnswers,
    uploads,
    checked: checkAnswers(structure, rawAnswers, uploads, now, language),
  };
}

/** A fill after a page, and how far the visit came. */
interface ChangedFill extends OpenFill {
  readonly isRefused: boolean;
  readonly reached: Progress | undefined;
}

/** The size of answers that are stored even if only the reserve of the disk is left. Almost all are smaller. */
const ORDINARY_BYTES = 64_000;

/**
 * Adds the answers of one page to a fill, and checks all answers so far. A refused page changes nothing in the database: it is
 * drawn from the received values.
 * @throws NoRoom
 * @returns the fill; `isStored` is false if too much unsent data is stored
 */
export async function savePage(
  site: FormSite,
  { c, publicForm, prefilled, t }: FormRequest,
  ticket: FillTicket,
  { page, answers: pageAnswers, removed, isRefused, reached }: ArrivedPage,
): Promise<(OpenFill & { readonly isStored: boolean }) | { readonly responseId: string }> {
  const { storage, clock } = site;
  const structure = (await publicForm.structureOf(ticket.version)) ?? publicForm.structure;
  const now = clock();
  const visit = countedVisit(site, ticket);
  const fill = { id: ticket.id, formId: ticket.form, version: ticket.version, visit };
  const source = { formId: ticket.form, network: c.var.network, limits: UNSENT_ANSWERS };
  let latest: OpenFill | undefined;
  const change = (stored: RawAnswers, files: Uploads): ChangedFill => {
    const earlier = { ...prefilled, ...stored };
    const uploads = withoutFiles(files, removed);
    // Fields that the page did not show do not affect the result: answers on earlier pages hide them.
    const checked = checkAnswers(structure, { ...earlier, ...pageAnswers }, uploads, now, t.language);
    const rawAnswers = { ...earlier, ...shownAnswers(pageAnswers, page, checked) };
    const arrived = { ticket, structure, rawAnswers, checked };
    latest = { ...arrived, uploads: files, removed };
    const progress = { reached: visit && reached(latest) };
    if (isRefused(latest)) return { ...latest, ...progress, isRefused: true };
    return { ...arrived, ...progress, uploads, isRefused: false };
  };
  const release = await holdRoomFor(site, pageAnswers);
  try {
    const saved = await updateFill(storage, fill, change, now, source);
    if ("responseId" in saved) return saved;
    if (!saved.isRefused) await removeUploads(site, ticket, [...removed]);
    return { ...saved, isStored: true };
  } catch (error) {
    if (!(error instanceof NoRoomForAnswers) || latest === undefined) throw error;
    return { ...latest, isStored: false };
  } finally {
    release();
  }
}

/**
 * Reserves disk space for large answers, without the reserve of the disk. @returns a function that releases the space
 * @throws NoRoom
 */
export async function holdRoomFor(
  { holdRoom }: Pick<Site, "holdRoom">,
  answers: RawAnswers,
): Promise<() => void> {
  const bytes = Buffer.byteLength(JSON.stringify(answers));
  return bytes > ORDINARY_BYTES ? holdRoom(bytes) : () => {};
}

function withoutFiles(uploads: Uploads, removed: ReadonlySet<string>): Uploads {
  const kept = Object.entries(uploads).map(([field, files]) => [
    field,
    files.filter(({ id }) => !removed.has(id)),
  ]);
  return Object.fromEntries(kept);
}

function shownAnswers(
  rawAnswers: RawAnswers,
  page: FormPage | undefined,
  checked: CheckedAnswers,
): RawAnswers {
  if (page === undefined) return rawAnswers;
  const shown = new Set(listShownFields(page, checked).map(({ field }) => field.id));
  const unshown = new Set(page.fields.map(({ id }) => id).filter((id) => !shown.has(id)));
  return Object.fromEntries(Object.entries(rawAnswers).filter(([id]) => !unshown.has(id)));
}

/** The part of an open fill that is stored. */
export function storedFill({ ticket, rawAnswers }: OpenFill): Omit<Fill, "responseId"> {
  return { id: ticket.id, formId: ticket.form, version: ticket.version, rawAnswers };
}

export interface StepReply {
  /** Problems by the id of the field, or `ADDRESS`. */
  readonly problems?: ReadonlyMap<string, Problem>;
  readonly notice?: string | undefined;
  readonly status?: 200 | 422 | 429;
  /** The address at which browsers without scripts go on. */
  readonly withoutScripts?: string;
}

/** Shows one page of a form. */
export function replyStep(
  { site, request, openFill, pageId }: ShownPage,
  { problems = new Map(), notice, status = 200, withoutScripts }: StepReply = {},
): Response {
  const { c, t, embedded, form } = request;
  const page = formPage({
    t,
    structure: openFill.structure,
    places: request.publicForm.places,
    waitingAddress: (field) => fullQuestion(request, field) && choiceWaitingAddress(request, field),
    // A browser that others use must not keep answers to a form with a password.
    keepsAnswers: form.password_hash === null,
    isCounted: openFill.ticket.visit !== undefined,
    step: stepAt(openFill.structure, pageId, openFill.checked),
    rawAnswers: openFill.rawAnswers,
    uploads: openFill.uploads,
    removed: openFill.removed,
    checked: openFill.checked,
    messages: new Map([...problems].map(([id, problem]) => [id, problemText(t, problem)])),
    notice,
    isRefused: status !== 200,
    ticket: site.fills.sign(openFill.ticket),
    action: request.addressIn(t.language),
    embedded,
    images: request.publicForm.images,
    look: createLook({ t, ...request.publicForm, share: shareAddress(site, request) }),
    seed: openFill.ticket.id,
    now: site.clock(),
    addressIn: request.addressIn,
  });
  const refresh =
    withoutScripts &&
    html`<noscript><meta http-equiv="refresh" content="0;url=${withoutScripts}"></noscript>`;
  return reply(
    c,
    { ...page, head: html`${page.head}${refresh}` },
    {
      status,
      framable: embedded !== false && form.password_hash === null,
    },
  );
}

/** Returns the addresses for link previews; undefined if a password protects the form. */
export function shareAddress({ publicUrl }: FormSite, { form }: FormRequest): LookSource["share"] {
  const origin = publicUrl();
  return form.password_hash === null ? { origin, address: `${origin}/f/${form.id}` } : undefined;
}

/** Lists the problems of the given fields. */
export function listProblems(
  fields: readonly FormField[],
  problems: ReadonlyMap<string, Problem>,
): Map<string, Problem> {
  return new Map([...problems].filter(([id]) => fields.some((field) => field.id === id)));
}

const CROWDED_WAIT_SECONDS = 3_600;

/** Returns the message that too much unsent data is stored for the form, the network or the service. It expires after a day or a week. */
export function crowdedMessage({ t }: FormRequest): string {
  return t.say("too_many_text", { count: minutes(CROWDED_WAIT_SECONDS) });
}
