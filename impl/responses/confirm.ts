/** Confirms the address of a response, by code or by link. */
import type { Transaction } from "kysely";
import type { LocalizedText } from "../../generated/types.ts";
import { type Form, loadStructure, lockForm } from "../forms/forms.ts";
import { noteEvent } from "../forms/webhooks/events.ts";
import type { Keys } from "../platform/signing/signature.ts";
import type { Schema } from "../platform/storage/schema.ts";
import type { Queries } from "../platform/storage/storage.ts";
import type { Stores } from "../platform/stores.ts";
import { isFull } from "./availability.ts";
import { lostPlaces } from "./capacity.ts";
import { noteReceipt } from "./notifications/receipt-jobs.ts";
import { noteResponse } from "./notifications/subscriptions.ts";
import { lockPendingResponse, parseAnswers, type StoredResponse } from "./responses.ts";
import { CODE_ATTEMPTS, hashLinkSecret, isCode } from "./verification.ts";

/**
 * The result of an attempt to confirm an address. `wrong`: another try is possible; `expired`: a new mail is needed;
 * `answered_before`: the form takes one response for each address, and there is one; `full`: the form has reached its response
 * limit; `choice_full`: others have taken a choice of the response; `gone`: there is no response to confirm.
 */
export type Confirmation =
  | { readonly state: "verified"; readonly responseId: string }
  | { readonly state: "wrong"; readonly attemptsLeft: number }
  | { readonly state: "expired" | "gone" }
  | NotCounted;

/** Why a response with a confirmed address does not count. */
export type NotCounted =
  | { readonly state: "answered_before" | "full" }
  | { readonly state: "choice_full"; readonly choice: LocalizedText };

interface Parts extends Pick<Stores, "storage" | "clock"> {
  /** The keys of codes. */
  readonly key: Keys;
}

/**
 * Confirms by the code of the last mail. Every wrong code costs an attempt; after the last attempt no code is
 * accepted.
 */
export async function confirmByCode(parts: Parts, responseId: string, code: string): Promise<Confirmation> {
  return parts.storage.db.transaction().execute(async (transaction) => {
    const pending = await lockPending(transaction, responseId);
    if ("state" in pending) return pending;
    const now = parts.clock();
    const attempt = await takeAttempt(transaction, responseId, now);
    if (attempt === undefined) return { state: "expired" };
    if (isCode(parts.key, responseId, code, attempt.code_hash)) return verify(transaction, pending, now);
    return attempt.attempts_left > 0
      ? { state: "wrong", attemptsLeft: attempt.attempts_left }
      : { state: "expired" };
  });
}

/** The attempt is counted before the code is compared, so that concurrent requests cannot share one. */
function takeAttempt(transaction: Transaction<Schema>, responseId: string, now: Date) {
  return transaction
    .updateTable("verifications")
    .set(({ eb }) => ({ attempts_left: eb("attempts_left", "-", 1) }))
    .where("response_id", "=", responseId)
    .where("attempts_left", ">", 0)
    .where("code_expires_at", ">", now.toISOString())
    .returning(["code_hash", "attempts_left"])
    .executeTakeFirst();
}

/** How often a code can still be tried; undefined: as often as at first, or not at all. */
export async function attemptsLeft(queries: Queries, responseId: string): Promise<number | undefined> {
  const verification = await queries
    .selectFrom("verifications")
    .select("attempts_left")
    .where("response_id", "=", responseId)
    .executeTakeFirst();
  const left = verification?.attempts_left;
  return left === undefined || left === 0 || left === CODE_ATTEMPTS ? undefined : left;
}

/** The response that a link of a mail is about, and whether the link still confirms. */
export async function findByLink(
  { storage, clock }: Omit<Parts, "key">,
  linkSecret: string,
): Promise<LinkedResponse | undefined> {
  return byLink(storage.db, linkSecret, clock());
}

interface LinkedResponse {
  readonly response: StoredResponse;
  readonly isAlive: boolean;
}

async function byLink(queries: Queries, linkSecret: string, now: Date): Promise<LinkedResponse | undefined> {
  const row = await queries
    .selectFrom("verifications")
    .innerJoin("responses", "responses.id", "verifications.response_id")
    .selectAll("responses")
    .select("verifications.link_expires_at")
    .where("verifications.link_hash", "=", hashLinkSecret(linkSecret))
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { link_expires_at, ...response } = row;
  return { response, isAlive: link_expires_at > now.toISOString() };
}

/** Confirms by the link of the last mail. A second call finds the response verified and changes nothing. */
export async function confirmByLink(parts: Omit<Parts, "key">, linkSecret: string): Promise<Confirmation> {
  return parts.storage.db.transaction().execute(async (transaction) => {
    const now = parts.clock();
    const unlocked = await byLink(transaction, linkSecret, now);
    if (unlocked === undefined) return { state: "gone" };
    const pending = await lockPending(transaction, unlocked.response.id);
    if ("state" in pending) return pending;
    // A new mail may have been sent while we waited for the lock.
    const linked = await byLink(transaction, linkSecret, now);
    if (linked === undefined) return { state: "gone" };
    return linked.isAlive ? verify(transaction, pending, now) : { state: "expired" };
  });
}

/** A response that waits for its confirmation, and its form; both are locked until the transaction ends. */
interface Pending {
  readonly form: Form;
  readonly response: StoredResponse;
}

/**
 * Locks the form first and then the response, the order that prevents deadlocks. The response is read again after
 * that: it may have been confirmed, erased or removed meanwhile.
 */
async function lockPending(
  transaction: Transaction<Schema>,
  responseId: string,
): Promise<Pending | Confirmation> {
  const unlocked = await findResponse(transaction, responseId);
  const form = unlocked && (await lockForm(transaction, unlocked.form_id));
  if (form === undefined) return { state: "gone" };
  const response = await lockPendingResponse(transaction, responseId);
  if (response) return { form, response };
  const now = await findResponse(transaction, responseId);
  return now?.status === "verified" ? { state: "verified", responseId } : { state: "gone" };
}

async function verify(
  transaction: Transaction<Schema>,
  { form, response }: Pending,
  now: Date,
): Promise<Confirmation> {
  const reason = await whyNotCounted(transaction, form, response, now);
  if (reason !== undefined) return reason;
  await transaction
    .updateTable("responses")
    .set({ status: "verified", verified_at: now.toISOString() })
    .where("id", "=", response.id)
    .execute();
  await noteResponse(transaction, form.id, now);
  await noteReceipt(transaction, form, response, now);
  await noteEvent(transaction, form.id, "response.verified", now, [response.id]);
  return { state: "verified", responseId: response.id };
}

/** Why a form does not take a response with a confirmed address; undefined: it does. The form is locked. */
export async function whyNotCounted(
  transaction: Transaction<Schema>,
  form: Form,
  response: StoredResponse,
  now: Date,
): Promise<NotCounted | undefined> {
  const structure = await loadStructure(transaction, form);
  const { settings } = structure;
  if (settings?.one_response_per_email && (await hasAnswered(transaction, response)))
    return { state: "answered_before" };
  if (await isFull(transaction, form.id, settings)) return { state: "full" };
  const place = { id: response.id, formId: form.id };
  const [lost] = (await lostPlaces(transaction, place, structure, parseAnswers(response), now)).values();
  return lost && { state: "choice_full", choice: lost.choice };
}

async function hasAnswered(transaction: Transaction<Schema>, { id, form_id, email }: StoredResponse) {
  const earlier = await transaction
    .selectFrom("live_responses")
    .select("id")
    .where("email", "=", email)
    .where("form_id", "=", form_id)
    .where("status", "=", "verified")
    .where("id", "<>", id)
    .executeTakeFirst();
  return earlier !== undefined;
}

function findResponse(transaction: Transaction<Schema>, id: string): Promise<StoredResponse | undefined> {
  return transaction.selectFrom("responses").selectAll().where("id", "=", id).executeTakeFirst();
}
