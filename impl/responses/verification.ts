/** Issues the code and the link that confirm the address of a response. */
import { createHmac, hash, randomBytes, randomInt, timingSafeEqual } from "node:crypto";
import type { Transaction } from "kysely";
import { allKeys, type Keys } from "../platform/signing/signature.ts";
import type { Schema } from "../platform/storage/schema.ts";
import type { Storage } from "../platform/storage/storage.ts";
import type { Stores } from "../platform/stores.ts";
import { lockPendingResponse } from "./responses.ts";

const CODE_LIFETIME_MS = 10 * 60_000;
export const CODE_ATTEMPTS = 5;
const LINK_LIFETIME_MS = 24 * 3_600_000;
const RESEND_INTERVAL_MS = 60_000;

const CODE_DIGITS = 6;

/** The secrets in a confirmation mail. Either of them proves that the respondent reads mail to the address. */
export interface VerificationSecrets {
  readonly email: string;
  /** Six digits. */
  readonly code: string;
  /** 32 random bytes, in base64url. */
  readonly linkSecret: string;
}

export type IssueOutcome =
  | { readonly proof: VerificationSecrets }
  | { readonly retryAfterSeconds: number }
  | "nothing to verify";

/** Issues a new code and link for a pending response and invalidates earlier ones. At most once a minute. */
export async function issueVerification(
  { storage, clock, key }: Pick<Stores, "storage" | "clock"> & { key: Keys },
  responseId: string,
): Promise<IssueOutcome> {
  return storage.db.transaction().execute(async (transaction) => {
    const now = clock();
    // If requests come at once, the first one issues a code and the others have to wait.
    const pending = await lockPendingResponse(transaction, responseId);
    if (pending?.email == null) return "nothing to verify";
    const sentAt = await lastSent(transaction, responseId);
    const wait = sentAt === undefined ? 0 : Date.parse(sentAt) + RESEND_INTERVAL_MS - now.getTime();
    if (wait > 0) return { retryAfterSeconds: Math.ceil(wait / 1000) };
    const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, "0");
    const linkSecret = randomBytes(32).toString("base64url");
    const row = {
      code_hash: hashCode(allKeys(key)[0], responseId, code),
      code_expires_at: new Date(now.getTime() + CODE_LIFETIME_MS).toISOString(),
      attempts_left: CODE_ATTEMPTS,
      link_hash: hashLinkSecret(linkSecret),
      link_expires_at: new Date(now.getTime() + LINK_LIFETIME_MS).toISOString(),
      sent_at: now.toISOString(),
    };
    await transaction
      .insertInto("verifications")
      .values({ response_id: responseId, ...row })
      .onConflict((conflict) => conflict.column("response_id").doUpdateSet(row))
      .execute();
    return { proof: { email: pending.email, code, linkSecret } };
  });
}

/** Ends the code of the last mail; its link still confirms. */
export async function endCode({ storage }: { storage: Storage }, responseId: string): Promise<void> {
  await storage.db
    .updateTable("verifications")
    .set({ attempts_left: 0 })
    .where("response_id", "=", responseId)
    .execute();
}

/** Ends the code and the link of the last mail. When the mail was sent is kept: the next one waits for its minute. */
export async function endVerification(transaction: Transaction<Schema>, responseId: string): Promise<void> {
  const noSecret = hashLinkSecret(randomBytes(32).toString("base64url"));
  await transaction
    .updateTable("verifications")
    .set({ attempts_left: 0, link_hash: noSecret })
    .where("response_id", "=", responseId)
    .execute();
}

/** Lets the next mail be sent at once, after one that failed. */
export async function allowResend({ storage }: { storage: Storage }, responseId: string): Promise<void> {
  await storage.db
    .updateTable("verifications")
    .set({ sent_at: new Date(0).toISOString() })
    .where("response_id", "=", responseId)
    .execute();
}

async function lastSent(transaction: Transaction<Schema>, responseId: string): Promise<string | undefined> {
  const row = await transaction
    .selectFrom("verifications")
    .select("sent_at")
    .where("response_id", "=", responseId)
    .executeTakeFirst();
  return row?.sent_at;
}

/** A keyed hash: a code has so few digits that a plain hash could be reversed by trying all codes. */
export function hashCode(key: Buffer, responseId: string, code: string): string {
  return createHmac("sha256", key).update(`${responseId}:${code}`).digest("hex");
}

/** Tells whether a code matches a stored hash, which was made with one of the keys. The time does not depend on the code. */
export function isCode(keys: Keys, responseId: string, code: string, storedHash: string): boolean {
  const stored = Buffer.from(storedHash, "hex");
  return allKeys(keys).some((key) =>
    timingSafeEqual(stored, Buffer.from(hashCode(key, responseId, code), "hex")),
  );
}

export function hashLinkSecret(secret: string): string {
  return hash("sha256", secret, "hex");
}
