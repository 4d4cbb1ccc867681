/** Fills: forms that respondents have begun and not sent yet, with their uploaded files. */
import type { Selectable, Transaction } from "kysely";
import { limits } from "../../generated/limits.ts";
import type { RawAnswers, StoredFile } from "../forms/answers/answer.ts";
import type { Problem } from "../forms/answers/problem.ts";
import type { Uploads } from "../forms/check-answers.ts";
import type { StoredUpload } from "../forms/uploads/upload.ts";
import { newId } from "../platform/ids.ts";
import type { Schema } from "../platform/storage/schema.ts";
import type { Queries, Storage } from "../platform/storage/storage.ts";
import { hasRoomForAnswers, type UnsentSource, unsentProblem } from "./unsent.ts";
import { type CountedFill, countProgress } from "./visits/progress.ts";
import type { Progress, Visit } from "./visits/visit.ts";

/** All files of a response together. */
const MAX_RESPONSE_MEGABYTES = 50;

/** A form that a respondent has begun. */
export interface Fill {
  readonly id: string;
  readonly formId: string;
  readonly version: number;
  readonly rawAnswers: RawAnswers;
  /** The response that was made from it when it was sent. */
  readonly responseId: string | null;
}

export async function findFill(queries: Queries, id: string): Promise<Fill | undefined> {
  const row = await queries.selectFrom("fills").selectAll().where("id", "=", id).executeTakeFirst();
  return row && toFill(row);
}

function toFill(row: Selectable<Schema["fills"]>): Fill {
  const { id, form_id: formId, form_version: version, given, response_id: responseId } = row;
  return { id, formId, version, rawAnswers: JSON.parse(given) as RawAnswers, responseId };
}

/** Stores the answers so far. A fill that has been sent stays as it is. */
export async function saveFill(queries: Queries, fill: Omit<Fill, "responseId">, now: Date): Promise<void> {
  const given = JSON.stringify(fill.rawAnswers);
  const updated_at = now.toISOString();
  await queries
    .insertInto("fills")
    .values({ id: fill.id, form_id: fill.formId, form_version: fill.version, given, updated_at })
    .onConflict((conflict) =>
      conflict
        .column("id")
        .doUpdateSet({ form_version: fill.version, given, updated_at })
        .where("fills.form_id", "=", fill.formId)
        .where("fills.response_id", "is", null),
    )
    .execute();
}

/**
 * Changes the answers of a fill while it is locked. Two windows may send pages at the same time: for the same page the later
 * request wins, and answers of different pages are all kept.
 *
 * @param fill `visit`: the visit that is counted with the change; undefined: it is not counted
 * @param change gets the stored fill; the `rawAnswers` that it returns are stored, unless it returns `isRefused`. The visit is
 *   counted at what was `reached` in both cases
 * @param source undefined: not from a visitor, so the limits of unsent data do not apply
 * @returns the result of `change`; the response if the fill has been sent, without a change
 * @throws NoRoomForAnswers without a change
 */
export async function updateFill<
  Changed extends {
    readonly rawAnswers: RawAnswers;
    readonly isRefused?: boolean;
    readonly reached?: Progress | undefined;
  },
>(
  { db }: Pick<Storage, "db">,
  { id, formId, version, visit }: VisitedFill,
  change: (rawAnswers: RawAnswers, uploads: Uploads) => Changed,
  now: Date,
  source?: UnsentSource,
): Promise<Changed | { readonly responseId: string }> {
  return db.transaction().execute(async (transaction) => {
    await beginFill(transaction, { id, formId, version }, now, source?.network);
    const open = await lockOpenFill(transaction, id);
    if (open === undefined) return { responseId: await findResponse(transaction, id) };
    const changed = change(JSON.parse(open.given) as RawAnswers, await fillUploads(transaction, id));
    const { isRefused, reached } = changed;
    const count = async () => {
      if (visit && reached) await countProgress(transaction, id, visit, open, reached);
      return changed;
    };
    if (isRefused) return count();
    const given = JSON.stringify(changed.rawAnswers);
    const more = Buffer.byteLength(given) - Buffer.byteLength(open.given);
    if (source && !(await hasRoomForAnswers(transaction, source, more))) throw new NoRoomForAnswers();
    await transaction
      .updateTable("fills")
      .set({ given, updated_at: now.toISOString(), ...(source && { network: source.network }) })
      .where("id", "=", id)
      .execute();
    return count();
  });
}

/** A fill, and the visit that it belongs to if it is counted. */
interface VisitedFill extends Pick<Fill, "id" | "formId" | "version"> {
  readonly visit?: Visit | undefined;
}

/** Answers would be more than strangers may store without sending them. */
export class NoRoomForAnswers extends Error {
  override readonly name = "NoRoomForAnswers";
}

async function findResponse(transaction: Transaction<Schema>, fillId: string): Promise<string> {
  const fill = await findFill(transaction, fillId);
  if (fill?.responseId == null) throw new Error(`Fill ${fillId} is neither open nor sent`);
  return fill.responseId;
}

/** Creates a fill, so that files can belong to it. An existing fill stays as it is. */
export async function beginFill(
  queries: Queries,
  { id, formId, version }: Pick<Fill, "id" | "formId" | "version">,
  now: Date,
  network: string | null = null,
): Promise<void> {
  const updated_at = now.toISOString();
  await queries
    .insertInto("fills")
    .values({ id, form_id: formId, form_version: version, given: "{}", updated_at, network })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();
}

/** Files of a fill by field, in the order in which they came. */
export async function fillUploads(queries: Queries, fillId: string): Promise<Uploads> {
  const rows = await queries
    .selectFrom("files")
    .select(["id", "field_id", "name", "size_bytes", "content_type"])
    .where("fill_id", "=", fillId)
    .orderBy("position")
    .orderBy("id")
    .execute();
  const uploads: Record<string, StoredFile[]> = Object.create(null);
  for (const { field_id, ...file } of rows) {
    uploads[field_id] ??= [];
    uploads[field_id].push(file);
  }
  return uploads;
}

/**
 * Adds a stored file to a fill if the limits allow it, also with concurrent uploads. @param source undefined: not from a
 * visitor, so the limits of unsent data do not apply @returns the file, a problem, or undefined if the fill has been sent or
 * does not exist
 */
export async function addUpload(
  { db }: Storage,
  fillId: string,
  fieldId: string,
  { key, name, size, contentType }: StoredUpload,
  now: Date,
  source?: UnsentSource,
): Promise<{ readonly file: StoredFile } | { readonly problem: Problem } | undefined> {
  return db.transaction().execute(async (transaction) => {
    // The upload renews the fill, so its files are kept while the respondent continues.
    if ((await lockOpenFill(transaction, fillId, now)) === undefined) return undefined;
    const uploads = await fillUploads(transaction, fillId);
    const problem = uploadLimitProblem(uploads, fieldId, size);
    if (problem) return { problem };
    const file = { id: newId("file"), name, size_bytes: size, content_type: contentType };
    await transaction
      .insertInto("files")
      .values({
        ...file,
        fill_id: fillId,
        field_id: fieldId,
        position: Object.values(uploads).flat().length,
        storage_key: key,
        created_at: now.toISOString(),
        network: source?.network ?? null,
      })
      .execute();
    // Two uploads wait for each other at what both have changed, so they cannot pass together.
    const crowded = source && (await unsentProblem(transaction, source, 0));
    if (crowded === undefined) return { file };
    await transaction.deleteFrom("files").where("id", "=", file.id).execute();
    return { problem: crowded };
  });
}

/**
 * Locks an unsent fill until the transaction ends. @param now the time of the respondent's activity; undefined: the stored time
 * stays @returns undefined if the fill has been sent
 */
export async function lockOpenFill(
  transaction: Transaction<Schema>,
  fillId: string,
  now?: Date,
): Promise<({ readonly given: string } & CountedFill) | undefined> {
  return transaction
    .updateTable("fills")
    .set(({ ref }) => ({ updated_at: now?.toISOString() ?? ref("updated_at") }))
    .where("id", "=", fillId)
    .where("response_id", "is", null)
    .returning(["given", "counted_language", "counted_at"])
    .executeTakeFirst();
}

/**
 * Whether a fill takes another file. Before the form is sent, a field may hold more files than it accepts: the
 * respondent removes them later.
 */
export function uploadLimitProblem(uploads: Uploads, fieldId: string, bytes: number): Problem | undefined {
  const stored = Object.values(uploads).flat();
  const total = stored.reduce((sum, { size_bytes }) => sum + size_bytes, bytes);
  if (total > MAX_RESPONSE_MEGABYTES * 1_000_000)
    return { code: "files_total", count: MAX_RESPONSE_MEGABYTES };
  const most = 2 * limits.files_per_field.max;
  return (uploads[fieldId]?.length ?? 0) >= most
    ? { code: "max_files", count: limits.files_per_field.max }
    : undefined;
}

/** Deletes files of a fill; files of other fills are not deleted. Returns the keys to remove from the store. */
export async function deleteUploads(
  queries: Queries,
  fillId: string,
  fileIds: readonly string[],
): Promise<string[]> {
  if (fileIds.length === 0) return [];
  const rows = await queries
    .deleteFrom("files")
    .where("fill_id", "=", fillId)
    .where("id", "in", fileIds)
    .returning("storage_key")
    .execute();
  return rows.map(({ storage_key }) => storage_key);
}
