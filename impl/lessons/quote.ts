/** Quotes: the exact price of a lesson, valid for 30 minutes. */
import { hash } from "node:crypto";
import { Refusal } from "@toolwright/runtime";
import type { Selectable } from "kysely";
import { limits } from "../../generated/limits.ts";
import type { Language, QuoteItem } from "../../generated/types.ts";
import { accountById } from "../accounts/accounts.ts";
import { creditBalance } from "../accounts/credits/balance.ts";
import { requireBudget } from "../accounts/plans/budgets.ts";
import { cleanText } from "../platform/clean-text.ts";
import { invalidInput } from "../platform/failures/invalid-input.ts";
import { newId } from "../platform/ids.ts";
import { lockAccount } from "../platform/storage/lock-account.ts";
import type { Schema } from "../platform/storage/schema.ts";
import type { Queries, Storage } from "../platform/storage/storage.ts";
import { type LessonInput, PRICE_VERSION, priceBreakdown } from "./price.ts";
import type { LessonObjection, LessonRequest, LessonWarning, LessonWriter } from "./writer.ts";

const QUOTE_LIFETIME_MS = limits.quote_lifetime.seconds * 1_000;

export type QuoteRow = Readonly<Selectable<Schema["lesson_quotes"]>>;

export interface LessonQuote {
  readonly id: string;
  readonly totalCredits: number;
  readonly breakdown: QuoteItem[];
  /** The available credits at the time of the quote. */
  readonly availableCredits: number;
  readonly expiresAt: Date;
  /** Warnings about wishes that the lesson will not fulfil. */
  readonly warnings: readonly LessonWarning[];
}

/**
 * Prices a lesson and stores the quote. It reserves no credits and draws nothing from the generation quota.
 * @throws Refusal invalid_input for a prompt without a character that can be read and for languages that the writer does not have;
 * generation_failed for a lesson that cannot be written; quota_exceeded
 */
export async function quoteLesson(
  { storage, writer }: { readonly storage: Pick<Storage, "db" | "budgets">; readonly writer: LessonWriter },
  accountId: string,
  input: LessonInput,
  now: Date,
): Promise<LessonQuote> {
  const { db, budgets } = storage;
  const account = await accountById(db, accountId);
  const lesson = { ...input, prompt: cleanText(input.prompt, "many") };
  if (lesson.prompt === "") throw invalidInput("/prompt", "is blank. Say what the lesson teaches.");
  const breakdown = priceBreakdown(lesson);
  const totalCredits = breakdown.reduce((total, { credits }) => total + credits, 0);
  const id = newId("quo");
  const request = { ...lesson, accountId, taskMode: "fixed", seed: id } as const;
  await requireNoObjection(writer, request);
  const warnings = await writer.warnings(request);
  const expiresAt = new Date(now.getTime() + QUOTE_LIFETIME_MS);
  const { available } = await creditBalance(db, account, now);
  const row = {
    id,
    account_id: accountId,
    prompt: lesson.prompt,
    languages: JSON.stringify(lesson.languages),
    illustration_count: lesson.illustrationCount,
    input_hash: inputHash(lesson),
    price_version: PRICE_VERSION,
    breakdown: JSON.stringify(breakdown),
    total_credits: totalCredits,
    created_at: now.toISOString(),
    expires_at: expiresAt.toISOString(),
  };
  await db.transaction().execute(async (transaction) => {
    await lockAccount(transaction, accountId);
    await transaction.insertInto("lesson_quotes").values(row).execute();
    await requireBudget(transaction, budgets, accountId, ["quotes"], now);
  });
  return { id, totalCredits, breakdown, availableCredits: available, expiresAt, warnings };
}

/** @throws Refusal invalid_input for languages, which are an argument to correct; generation_failed */
async function requireNoObjection(writer: LessonWriter, request: LessonRequest): Promise<void> {
  const objection = await writer.objection(request);
  if (objection === undefined) return;
  const { message, missingLanguages: [missing] = [] } = objection;
  if (missing !== undefined) throw invalidInput(`/languages/${request.languages.indexOf(missing)}`, message);
  throw cannotBeWritten(writer, objection);
}

/** The refusal of a quote and of its acceptance, so no price is shown for a lesson that would be refused afterwards. */
export function cannotBeWritten(writer: LessonWriter, { message }: LessonObjection): Refusal {
  return new Refusal(
    "generation_failed",
    `This lesson cannot be written: ${message} Nothing was reserved and no quota used. Change the prompt and make a ` +
      "new quote with service_quote_lesson_generation.",
    { writer: writer.name },
    // The same prompt is refused each time.
    { retryable: false },
  );
}

/** Undefined for a quote of another account, as for one that does not exist. */
export async function findQuote(
  queries: Queries,
  accountId: string,
  id: string,
): Promise<QuoteRow | undefined> {
  return queries
    .selectFrom("lesson_quotes")
    .selectAll()
    .where("id", "=", id)
    .where("account_id", "=", accountId)
    .executeTakeFirst();
}

/** Returns the items of its price. */
export function quotedItems({ breakdown }: Pick<QuoteRow, "breakdown">): readonly QuoteItem[] {
  return JSON.parse(breakdown) as QuoteItem[];
}

/** Returns the request for a writer. */
export function lessonRequest(quote: QuoteRow, taskMode: LessonRequest["taskMode"]): LessonRequest {
  return {
    accountId: quote.account_id,
    prompt: quote.prompt,
    languages: JSON.parse(quote.languages) as Language[],
    illustrationCount: quote.illustration_count,
    taskMode,
    seed: quote.id,
  };
}

/** The order of the languages counts: the first one is the default. */
function inputHash({ prompt, languages, illustrationCount }: LessonInput): string {
  return hash("sha256", JSON.stringify([prompt, languages, illustrationCount]));
}

/** Deletes expired quotes except those of lessons, at most `limit`. Returns their number. */
export async function removeExpiredQuotes(queries: Queries, now: Date, limit: number): Promise<number> {
  const expired = queries
    .selectFrom("lesson_quotes")
    .select("id")
    .where("expires_at", "<=", now.toISOString())
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("lessons").select("lessons.id").whereRef("lessons.quote_id", "=", "lesson_quotes.id"),
        ),
      ),
    )
    .limit(limit);
  const { numDeletedRows } = await queries
    .deleteFrom("lesson_quotes")
    .where("id", "in", expired)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
