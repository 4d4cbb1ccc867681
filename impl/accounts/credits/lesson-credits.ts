/** The transfers of a lesson: its price is reserved once, and each of its parts is settled once. */
import type { Transaction } from "kysely";
import type { Schema } from "../../platform/storage/schema.ts";
import { recordTransfer } from "./ledger.ts";

/** A part of a lesson, as the ledger knows it. */
export interface PricedPart {
  readonly accountId: string;
  readonly quoteId: string;
  readonly position: number;
  /** A positive integer. */
  readonly credits: number;
}

/** @throws Refusal insufficient_credits */
export async function reserveForLesson(
  transaction: Transaction<Schema>,
  accountId: string,
  quoteId: string,
  credits: number,
  now: Date,
): Promise<void> {
  const transfer = { accountId, credits, from: "available", to: "reserved" } as const;
  await recordTransfer(transaction, { ...transfer, cause: "lesson", reference: quoteId }, now);
}

/**
 * Charges a part that is done, or refunds one that has failed. Both have the same cause and reference, so the ledger
 * itself takes only one of them, once.
 */
export async function settlePart(
  transaction: Transaction<Schema>,
  { accountId, quoteId, position, credits }: PricedPart,
  to: "charged" | "available",
  now: Date,
): Promise<void> {
  const reference = partReference(quoteId, position);
  const transfer = { accountId, credits, from: "reserved", to, cause: "lesson_part", reference } as const;
  if (await recordTransfer(transaction, transfer, now)) return;
  throw new Error(`${reference} was settled before`);
}

/** Quotes have ids without a slash, so the reference is unique. */
function partReference(quoteId: string, position: number): string {
  return `${quoteId}/${position}`;
}
