/** Accepts quotes: a lesson is stored, paid for and given to a worker in one transaction. */
import { Refusal } from "@toolwright/runtime";
import type { Transaction } from "kysely";
import { requireWritable } from "../accounts/access-mode.ts";
import { type Account, accountById } from "../accounts/accounts.ts";
import { creditBalance } from "../accounts/credits/balance.ts";
import { reserveForLesson } from "../accounts/credits/lesson-credits.ts";
import { drawUnit } from "../accounts/generation/units.ts";
import { hashPassword, isPassword } from "../accounts/passwords.ts";
import { newId } from "../platform/ids.ts";
import { addJob } from "../platform/jobs/jobs.ts";
import { lockAccount } from "../platform/storage/lock-account.ts";
import type { Schema } from "../platform/storage/schema.ts";
import type { Queries, Storage } from "../platform/storage/storage.ts";
import type { Stores } from "../platform/stores.ts";
import { lessonParts } from "./parts.ts";
import { cannotBeWritten, findQuote, lessonRequest, type QuoteRow, quotedItems } from "./quote.ts";
import { type LessonState, lessonState } from "./state.ts";
import type { LessonRequest, LessonWriter } from "./writer.ts";

export interface LessonDependencies extends Pick<Stores, "storage" | "clock"> {
  readonly writer: LessonWriter;
  /** Called after a job was added. */
  wakeWorker(): void;
}

export interface AcceptedQuote {
  readonly quoteId: string;
  readonly taskMode: LessonRequest["taskMode"];
  readonly password: string | undefined;
}

export interface CreatedLesson {
  readonly state: LessonState;
  /** Whether the quote had been accepted before. */
  readonly replayed: boolean;
}

/**
 * Creates the lesson of a quote, reserves its price and draws a unit of the generation quota. The same quote again gives
 * the same lesson, and changes nothing.
 * @throws Refusal not_found, quote_expired, quote_mismatch, subscription_inactive, generation_failed, quota_exceeded,
 * insufficient_credits
 */
export async function createLesson(
  parts: LessonDependencies,
  accountId: string,
  accepted: AcceptedQuote,
): Promise<CreatedLesson> {
  const { storage, clock, writer } = parts;
  const quote = await requireQuote(storage.db, accountId, accepted.quoteId);
  const earlier = await acceptance(storage.db, quote.id);
  if (earlier) return replay(storage, earlier, accepted);
  const account = await accountById(storage.db, accountId);
  requireAcceptable(quote, account, clock());
  const objection = await writer.objection(lessonRequest(quote, accepted.taskMode));
  if (objection !== undefined) throw cannotBeWritten(writer, objection);
  // Hashing is slow on purpose, so it is done before the transaction.
  const passwordHash = accepted.password === undefined ? null : await hashPassword(accepted.password);
  const outcome = await storage.db
    .transaction()
    .execute((transaction) => accept(transaction, quote, { ...accepted, passwordHash }, clock()));
  if ("earlier" in outcome) return replay(storage, outcome.earlier, accepted);
  parts.wakeWorker();
  return { state: (await lessonState(storage.db, outcome.lessonId))!, replayed: false };
}

/** How a quote was accepted. */
interface Acceptance {
  readonly id: string;
  readonly task_mode: LessonRequest["taskMode"];
  readonly password_hash: string | null;
}

async function requireQuote(queries: Queries, accountId: string, id: string): Promise<QuoteRow> {
  const quote = await findQuote(queries, accountId, id);
  if (quote) return quote;
  throw new Refusal(
    "not_found",
    `There is no quote ${id}. service_quote_lesson_generation makes one; expired quotes are removed within the hour.`,
  );
}

async function acceptance(queries: Queries, quoteId: string): Promise<Acceptance | undefined> {
  return queries
    .selectFrom("lessons")
    .select(["id", "task_mode", "password_hash"])
    .where("quote_id", "=", quoteId)
    .executeTakeFirst();
}

async function replay(
  { db }: Storage,
  earlier: Acceptance,
  { quoteId, taskMode, password }: AcceptedQuote,
): Promise<CreatedLesson> {
  const differs: string[] = [];
  if (earlier.task_mode !== taskMode) differs.push("task_mode");
  if (!(await isSamePassword(earlier.password_hash, password))) differs.push("password");
  if (differs.length === 0) return { state: (await lessonState(db, earlier.id))!, replayed: true };
  throw new Refusal(
    "quote_mismatch",
    `The quote was accepted before as lesson ${earlier.id}, with another ${differs.join(" and another ")}. ` +
      "Nothing was changed. service_get_lesson_generation_status follows that lesson; for another one, make a new quote " +
      "with service_quote_lesson_generation.",
    { quote_id: quoteId, lesson_id: earlier.id, differs },
  );
}

async function isSamePassword(stored: string | null, password: string | undefined): Promise<boolean> {
  if (stored === null || password === undefined) return stored === null && password === undefined;
  return isPassword(password, stored);
}

/** @throws Refusal quote_expired, subscription_inactive */
function requireAcceptable({ id, expires_at }: QuoteRow, account: Account, now: Date): void {
  if (expires_at <= now.toISOString()) {
    throw new Refusal(
      "quote_expired",
      `The quote expired at ${expires_at}. Make a new one with service_quote_lesson_generation and show its price ` +
        "to the person: it may have changed.",
      { quote_id: id, expired_at: expires_at },
    );
  }
  requireWritable(account, now);
}

type Outcome = { readonly lessonId: string } | { readonly earlier: Acceptance };

/** The lock of the account makes calls with the same quote come one after the other. */
async function accept(
  transaction: Transaction<Schema>,
  quote: QuoteRow,
  { taskMode, passwordHash }: Pick<AcceptedQuote, "taskMode"> & { readonly passwordHash: string | null },
  now: Date,
): Promise<Outcome> {
  const account = await lockAccount(transaction, quote.account_id);
  const earlier = await acceptance(transaction, quote.id);
  if (earlier) return { earlier };
  requireAcceptable(quote, account, now);
  const generationId = await drawUnit(transaction, account, "create_lesson", quote.input_hash, now);
  await reserve(transaction, account, quote, now);
  const lessonId = newId("lsn");
  await transaction
    .insertInto("lessons")
    .values({
      id: lessonId,
      account_id: account.id,
      quote_id: quote.id,
      task_mode: taskMode,
      password_hash: passwordHash,
      name: null,
      unpublished_at: null,
      status: "queued",
      content: null,
      generation_id: generationId,
      created_at: now.toISOString(),
      finished_at: null,
    })
    .execute();
  const unsettled = {
    status: "pending",
    error: null,
    storage_key: null,
    media_type: null,
    alt: null,
    width: null,
    height: null,
  } as const;
  const parts = lessonParts(lessonRequest(quote, taskMode), quotedItems(quote));
  await transaction
    .insertInto("lesson_parts")
    .values(parts.map((part) => ({ lesson_id: lessonId, ...part, ...unsettled })))
    .execute();
  await addJob(transaction, { accountId: account.id, kind: "lesson", subject: lessonId }, now);
  return { lessonId };
}

/** @throws Refusal insufficient_credits */
async function reserve(
  transaction: Transaction<Schema>,
  account: Account,
  { id, total_credits: required }: QuoteRow,
  now: Date,
): Promise<void> {
  const { available } = await creditBalance(transaction, account, now);
  if (available >= required) return reserveForLesson(transaction, account.id, id, required, now);
  const missing = required - available;
  throw new Refusal(
    "insufficient_credits",
    `The lesson costs ${required} credits and ${available} are available: ${missing} are missing. Make a quote for fewer ` +
      "languages or illustrations, or have the operator add credits; the plan grants more at the start of its next month.",
    { required, available, missing },
  );
}
