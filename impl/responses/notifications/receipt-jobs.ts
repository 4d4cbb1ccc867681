/** Sends respondents a copy of their answers, as jobs that survive a crash: to confirmed addresses only. */
import type { Transaction } from "kysely";
import { type Form, structureOfVersion } from "../../forms/forms.ts";
import { endJob, ensureJob, type Job, pauseJob, underLease } from "../../platform/jobs/jobs.ts";
import type { JobHandler } from "../../platform/jobs/worker.ts";
import type { Letter } from "../../platform/mail/letter.ts";
import { isNotDeleted } from "../../platform/storage/deletion-filter.ts";
import type { Schema } from "../../platform/storage/schema.ts";
import { translation } from "../../texts/translate.ts";
import { parseAnswers, type StoredResponse } from "../responses.ts";
import type { MailJobParts } from "./mail-jobs.ts";
import { receiptLetter } from "./receipt-letter.ts";

type ReceiptParts = Omit<MailJobParts, "subscriptions">;

/** How long a mail server is tried that refuses the letter. */
const LIFETIME_MS = 24 * 3_600_000;
const PAUSE_MS = 3_600_000;

/** Plans a receipt; call it in the transaction that verifies the response. */
export async function noteReceipt(
  transaction: Transaction<Schema>,
  { owner_id: accountId, receipts }: Form,
  { id, email }: StoredResponse,
  now: Date,
): Promise<void> {
  if (receipts === 0 || email === null) return;
  await ensureJob(transaction, { accountId, kind: "receipt", subject: id }, now, now);
}

/** Sends receipts. If the process dies between sending and ending the job, the same message is sent again. */
export function receiptJobs(parts: ReceiptParts): JobHandler {
  return {
    async run(job) {
      const letter = await makeReceipt(parts, job);
      if (letter !== undefined) await parts.mailer.send(letter);
      await underLease(parts.storage, job, (transaction) => endJob(transaction, job));
    },
    giveUp: (job) => pauseJob(parts, job, PAUSE_MS),
  };
}

/** Undefined: the answers were deleted, their owner sends no copies any more, or the letter has been refused for a day. */
async function makeReceipt(
  { storage, clock, publicUrl }: ReceiptParts,
  { subject: id }: Job,
): Promise<Letter | undefined> {
  const found = await storage.db
    .selectFrom("live_responses as responses")
    .innerJoin("forms", "forms.id", "responses.form_id")
    .innerJoin("accounts", "accounts.id", "forms.owner_id")
    .selectAll("responses")
    .select("accounts.email as owner")
    .where("responses.id", "=", id)
    .where("responses.status", "=", "verified")
    .where("verified_at", ">", new Date(clock().getTime() - LIFETIME_MS).toISOString())
    .where("forms.receipts", "=", 1)
    .where(isNotDeleted)
    .executeTakeFirst();
  if (found === undefined || found.email === null) return undefined;
  const { owner, ...row } = found;
  const response = { ...row, answers: parseAnswers(row) };
  const structure = await structureOfVersion(storage.db, response.form_id, response.form_version);
  if (structure === undefined) return undefined;
  const t = translation(response.language, structure.default_language);
  return receiptLetter(t, structure, response, {
    to: found.email,
    owner,
    publicUrl: publicUrl(),
  });
}
