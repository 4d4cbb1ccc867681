/** Turns a fill into a response that waits for its confirmation. */
import type { Transaction } from "kysely";
import type { FormStructure, Language } from "../../generated/types.ts";
import type { Problem } from "../forms/answers/problem.ts";
import { type CheckedAnswers, checkAnswers, type Uploads } from "../forms/check-answers.ts";
import { isFileField } from "../forms/fields/client/client-kinds.ts";
import { type Form, loadStructure, lockForm } from "../forms/forms.ts";
import { offeredStructure } from "../forms/structure/offered-form.ts";
import { UNCONFIRMED_RESPONSES } from "../platform/config/uploads.ts";
import { newId } from "../platform/ids.ts";
import type { Schema } from "../platform/storage/schema.ts";
import type { Stores } from "../platform/stores.ts";
import { type Availability, availability } from "./availability.ts";
import { endExpiredHolds, fullProblems, holdPlaces, type PlacesLeft, placesLeft } from "./capacity.ts";
import { beginFill, type Fill, fillUploads, findFill, lockOpenFill, saveFill } from "./fills.ts";
import { newConsents, shownConsents } from "./new-consents.ts";
import { hasRoomForResponse } from "./unsent.ts";
import { type CountedFill, countSending } from "./visits/progress.ts";
import type { Visit } from "./visits/visit.ts";

/** A row itself takes some 500 bytes. */
const ROW_BYTES = 500;

/** A form as a respondent submits it. */
export interface Submission {
  readonly fill: Omit<Fill, "responseId">;
  /** The version that the fill is of. */
  readonly structure: FormStructure;
  /** The current version as it is stored when it was loaded; it is loaded again if it has changed since. */
  readonly current: { readonly version: number; readonly structure: FormStructure };
  readonly language: Language;
  /** The respondent's address, normalised. */
  readonly email: string;
  /** Filled in by a program: stored with the status `spam`, and no mail is sent. */
  readonly isSpam: boolean;
  /** The network of the client. It is stored until the response is confirmed or removed. */
  readonly network: string;
  /** The visit that ends with it; undefined: it is not counted. */
  readonly visit?: Visit | undefined;
}

export type Submitted =
  | { readonly responseId: string }
  /** The form was changed at this moment and asks for a consent that the fill has not. */
  | { readonly hasNewConsent: true }
  | { readonly problems: ReadonlyMap<string, Problem>; readonly places?: PlacesLeft }
  /** Too much data of the form, the network or the service waits for confirmation. */
  | { readonly hasNoRoom: true }
  | { readonly unavailable: Exclude<Availability, "open"> };

/**
 * Stores a fill as a response that waits for the confirmation of its address; the files of the fill move to the
 * response. A fill that is sent twice makes one response. If there is any problem, nothing is stored.
 */
export async function submit({ storage, clock, files }: Stores, submission: Submission): Promise<Submitted> {
  const { leftOver = [], ...submitted } = await storage.db.transaction().execute(async (transaction) => {
    const { fill } = submission;
    const form = await lockForm(transaction, fill.formId);
    if (form === undefined) return { unavailable: "hidden" as const };
    const stored = await findFill(transaction, fill.id);
    if (stored && stored.formId !== fill.formId) return { unavailable: "hidden" as const };
    if (stored?.responseId) return { responseId: stored.responseId };
    const now = clock();
    const current = await currentStructure(transaction, form, submission);
    const state = await availability(transaction, form, current.settings, now);
    if (state !== "open") return { unavailable: state };
    // The row may not exist yet. It lets a second request with the same fill find the first response.
    await beginFill(transaction, fill, now);
    const open = await lockOpenFill(transaction, fill.id);
    return store(transaction, { ...submission, counted: open }, current, now);
  });
  await files.remove(leftOver);
  return submitted;
}

/** A submission whose fill is locked. `counted`: how its visit was counted before. */
interface LockedSubmission extends Submission {
  readonly counted: CountedFill | undefined;
}

/** Stores the answers if nothing is wrong with them. */
async function store(
  transaction: Transaction<Schema>,
  submission: LockedSubmission,
  current: FormStructure,
  now: Date,
): Promise<Submitted & { leftOver?: string[] }> {
  const { fill, structure, isSpam } = submission;
  const uploads = await fillUploads(transaction, fill.id);
  const checked = checkAnswers(structure, fill.rawAnswers, uploads, now, submission.language);
  if (checked.problems.size > 0) return { problems: checked.problems };
  if (lacksConsent(submission, current, now)) return { hasNewConsent: true };
  await endExpiredHolds(transaction, fill.formId, now);
  const places = await placesLeft(transaction, fill.formId, current, now);
  const problems = fullProblems(current, checked.answers, places);
  if (problems.size > 0) return { problems, places };
  const bytes = responseBytes(checked, uploads);
  const source = { formId: fill.formId, network: submission.network, limits: UNCONFIRMED_RESPONSES };
  if (!(await hasRoomForResponse(transaction, source, bytes))) return { hasNoRoom: true };
  await saveFill(transaction, { ...fill, rawAnswers: {} }, now);
  const responseId = await insertResponse(transaction, submission, checked, now);
  const response = { id: responseId, formId: fill.formId };
  if (!isSpam) await holdPlaces(transaction, response, current, checked.answers, now);
  const leftOver = await moveFiles(transaction, submission, checked, responseId);
  await countEnd(transaction, submission, now);
  // Its sums are locked last, as by the cleanup, which prevents deadlocks.
  await transaction
    .insertInto("unconfirmed_responses")
    .values({ response_id: responseId, form_id: fill.formId, network: submission.network, bytes })
    .execute();
  return { responseId, leftOver };
}

async function countEnd(
  transaction: Transaction<Schema>,
  { visit, counted, language, isSpam }: LockedSubmission,
  now: Date,
): Promise<void> {
  if (visit === undefined || counted === undefined) return;
  await countSending(transaction, visit, counted, { language, sentAt: now.getTime(), isSpam });
}

/** Returns the size of a response: its row, its answers, and the files of visible fields. */
function responseBytes({ answers, visible }: CheckedAnswers, uploads: Uploads): number {
  const files = Object.entries(uploads).flatMap(([field, stored]) => (visible.has(field) ? stored : []));
  const ofFiles = files.reduce((sum, { size_bytes }) => sum + size_bytes, 0);
  return ROW_BYTES + Buffer.byteLength(JSON.stringify(answers)) + ofFiles;
}

/** Tells whether a consent is missing, which is possible only if the form was changed since the fill was checked. */
function lacksConsent(
  { fill, structure, current, language }: Submission,
  latest: FormStructure,
  now: Date,
): boolean {
  if (latest === current.structure) return false;
  const offered = offeredStructure(latest);
  const consents = newConsents(structure, offered);
  if (consents.length === 0) return false;
  return shownConsents(consents, checkAnswers(offered, fill.rawAnswers, {}, now, language)).length > 0;
}

async function currentStructure(
  transaction: Transaction<Schema>,
  form: Form,
  { current }: Submission,
): Promise<FormStructure> {
  if (form.version === current.version) return current.structure;
  return loadStructure(transaction, form);
}

async function insertResponse(
  transaction: Transaction<Schema>,
  { fill, language, email, isSpam }: Submission,
  { answers }: CheckedAnswers,
  now: Date,
): Promise<string> {
  const id = newId("rsp");
  await transaction
    .insertInto("responses")
    .values({
      id,
      form_id: fill.formId,
      form_version: fill.version,
      status: isSpam ? "spam" : "pending_verification",
      language,
      email,
      answers: JSON.stringify(answers),
      submitted_at: now.toISOString(),
    })
    .execute();
  await transaction
    .updateTable("fills")
    .set({ response_id: id, network: null, counted_language: null, counted_at: null })
    .where("id", "=", fill.id)
    .execute();
  return id;
}

/** Moves the files of visible fields to the response, and deletes the others. Returns the keys of deleted files. */
async function moveFiles(
  transaction: Transaction<Schema>,
  { fill, structure }: Submission,
  { visible }: CheckedAnswers,
  responseId: string,
): Promise<string[]> {
  const fields = structure.pages.flatMap((page) => page.fields).filter(isFileField);
  const visibleIds = fields.filter(({ id }) => visible.has(id)).map(({ id }) => id);
  if (visibleIds.length > 0) {
    await transaction
      .updateTable("files")
      .set({ fill_id: null, response_id: responseId, network: null })
      .where("fill_id", "=", fill.id)
      .where("field_id", "in", visibleIds)
      .execute();
  }
  const dropped = await transaction
    .deleteFrom("files")
    .where("fill_id", "=", fill.id)
    .returning("storage_key")
    .execute();
  return dropped.map(({ storage_key }) => storage_key);
}
