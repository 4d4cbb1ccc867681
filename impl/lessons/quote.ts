/** Quotes: the exact price of a lesson, valid for 30 minutes. */
import { hash } from "node:crypto";
import { limits } from "../../generated/limits.ts";
import type { QuoteItem } from "../../generated/types.ts";
import { accountById } from "../accounts/accounts.ts";
import { creditBalance } from "../credits/balance.ts";
import { newId } from "../ids/ids.ts";
import type { Queries, Storage } from "../storage/storage.ts";
import { type LessonInput, PRICE_VERSION, priceBreakdown } from "./price.ts";

const QUOTE_LIFETIME_MS = limits.quote_lifetime.seconds * 1_000;
/** How long expired quotes are kept, so that accepting one is refused as expired and not as unknown. */
const EXPIRED_KEPT_MS = 24 * 3_600_000;

export interface LessonQuote {
  readonly id: string;
  readonly totalCredits: number;
  readonly breakdown: QuoteItem[];
  /** At the time of the quote. */
  readonly availableCredits: number;
  readonly expiresAt: Date;
}

/** Prices a lesson and stores the quote. It reserves no credits and draws nothing from the generation quota. */
export async function quoteLesson(
  { db }: Pick<Storage, "db">,
  accountId: string,
  input: LessonInput,
  now: Date,
): Promise<LessonQuote> {
  const account = await accountById(db, accountId);
  const lesson = { ...input, prompt: input.prompt.trim() };
  const breakdown = priceBreakdown(lesson);
  const totalCredits = breakdown.reduce((total, { credits }) => total + credits, 0);
  const id = newId("quo");
  const expiresAt = new Date(now.getTime() + QUOTE_LIFETIME_MS);
  const { available } = await creditBalance(db, account, now);
  await db
    .insertInto("lesson_quotes")
    .values({
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
    })
    .execute();
  return { id, totalCredits, breakdown, availableCredits: available, expiresAt };
}

/** The order of the languages counts: the first one is the default. */
function inputHash({ prompt, languages, illustrationCount }: LessonInput): string {
  return hash("sha256", JSON.stringify([prompt, languages, illustrationCount]));
}

/** Deletes quotes some time after they have expired. Returns how many. */
export async function removeExpiredQuotes(queries: Queries, now: Date): Promise<number> {
  const { numDeletedRows } = await queries
    .deleteFrom("lesson_quotes")
    .where("expires_at", "<=", new Date(now.getTime() - EXPIRED_KEPT_MS).toISOString())
    .executeTakeFirst();
  return Number(numDeletedRows);
}
