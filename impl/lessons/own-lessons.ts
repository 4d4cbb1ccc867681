/** Lists, renames, protects, unpublishes and deletes lessons for their owners. */
import { Refusal } from "@toolwright/runtime";
import type { Updateable } from "kysely";
import type { Language } from "../../generated/types.ts";
import { recordDeletion } from "../platform/storage/deletions.ts";
import { inBatches } from "../platform/storage/in-batches.ts";
import { type RowsOf, removeRows } from "../platform/storage/remove-rows.ts";
import type { Schema } from "../platform/storage/schema.ts";
import type { Queries, Storage } from "../platform/storage/storage.ts";
import type { Stores } from "../platform/stores.ts";
import { shorten } from "../texts/shorten.ts";
import { type Lesson, textFor } from "./content/lesson.ts";

export interface OwnLesson
  extends Pick<Schema["lessons"], "id" | "status" | "created_at" | "unpublished_at"> {
  readonly name: string;
  readonly language: Language | undefined;
  /** Whether the lesson has no password. */
  readonly isOpen: boolean;
}

type RemovalParts = Pick<Stores, "storage" | "files">;
const PROMPT_LENGTH = 80;
const attemptsOfLesson: RowsOf = { table: "lesson_attempts", owner: "lesson_id", keys: ["id"] };

/** The name that its owner gave a lesson, else its title, else the beginning of its prompt. */
export function lessonName({
  name,
  content,
  prompt,
}: Pick<Schema["lessons"], "name" | "content"> & { readonly prompt: string }): string {
  const lesson = content === null ? undefined : (JSON.parse(content) as Lesson);
  const title = lesson && textFor(lesson.title, lesson.languages[0] ?? "en", lesson.languages).text;
  return name ?? title ?? shorten(prompt.replace(/\s+/g, " "), PROMPT_LENGTH);
}

/** The latest first, after a lesson with this time and id. */
export async function listLessons(
  queries: Queries,
  accountId: string,
  limit: number,
  after?: { readonly at: string; readonly id: string },
): Promise<OwnLesson[]> {
  const all = queries
    .selectFrom("lessons")
    .innerJoin("lesson_quotes", "lesson_quotes.id", "lessons.quote_id")
    .select(["lessons.id", "name", "content", "status", "lessons.created_at", "unpublished_at"])
    .select(["password_hash", "prompt", "languages"])
    .where("lessons.account_id", "=", accountId);
  const older =
    after &&
    all.where(({ eb, refTuple, tuple }) =>
      eb(refTuple("lessons.created_at", "lessons.id"), "<", tuple(after.at, after.id)),
    );
  const rows = await (older ?? all)
    .orderBy("lessons.created_at", "desc")
    .orderBy("lessons.id", "desc")
    .limit(limit)
    .execute();
  return rows.map(({ password_hash, prompt, languages, name, content, ...row }) => ({
    ...row,
    name: lessonName({ name, content, prompt }),
    language: (JSON.parse(languages) as Language[])[0],
    isOpen: password_hash === null,
  }));
}

/** @throws Refusal not_found, also for a lesson of another account */
export async function changeLesson(
  { db }: Pick<Storage, "db">,
  accountId: string,
  lessonId: string,
  set: Pick<Updateable<Schema["lessons"]>, "name" | "password_hash" | "unpublished_at">,
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable("lessons")
    .set(set)
    .where("id", "=", lessonId)
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw notFound(lessonId);
}

declare module "@toolwright/runtime" {
  interface FailureCodes {
    /** Pages alone refuse with it. */
    being_made: unknown;
  }
}

/**
 * Deletes a lesson with its quote, so that no text remains and the quote is not accepted again. Payments stay in the ledger.
 * @throws Refusal not_found; being_made while it is being made
 */
export async function deleteLesson(
  parts: RemovalParts,
  accountId: string,
  lessonId: string,
  now: Date,
): Promise<void> {
  const lesson = await parts.storage.db
    .selectFrom("lessons")
    .select(["id", "quote_id", "status"])
    .where("id", "=", lessonId)
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  if (lesson === undefined) throw notFound(lessonId);
  if (lesson.status === "queued" || lesson.status === "generating")
    throw new Refusal("being_made", "The lesson is being made. Delete it when it is ready.");
  await removeLesson(parts, lesson, now);
}

/** Removes a lesson of any status with its quote, attempts and pictures. */
export async function removeLesson(
  { storage, files }: RemovalParts,
  { id, quote_id }: Pick<Schema["lessons"], "id" | "quote_id">,
  now: Date,
): Promise<void> {
  await inBatches((limit) => removeRows(storage.db, attemptsOfLesson, id, limit));
  const pictures = await storage.db
    .selectFrom("lesson_parts")
    .select("storage_key")
    .where("lesson_id", "=", id)
    .execute();
  await storage.db.transaction().execute(async (transaction) => {
    await recordDeletion(transaction, id, now);
    await transaction.deleteFrom("lessons").where("id", "=", id).execute();
    await transaction.deleteFrom("lesson_quotes").where("id", "=", quote_id).execute();
  });
  // Files go last: one without a row is not served, and the next cleanup removes it.
  const keys = pictures.map(({ storage_key }) => storage_key).filter((key) => key !== null);
  for (const key of keys) await files.remove([key]).catch(() => {});
}

function notFound(lessonId: string): Refusal {
  return new Refusal("not_found", `There is no lesson ${lessonId}.`);
}
