/** Sends respondents a copy of their answers, as jobs that survive a crash: to confirmed addresses only. */
import type { Transaction } from "kysely";
import type { FormStructure } from "../../../generated/types.ts";
import { type Form, structureOfVersion } from "../../forms/forms.ts";
import { html } from "../../platform/html.ts";
import { endJob, ensureJob, type Job, pauseJob, underLease } from "../../platform/jobs/jobs.ts";
import type { JobHandler } from "../../platform/jobs/worker.ts";
import { type Letter, messageId } from "../../platform/mail/letter.ts";
import { letterDocument, letterParagraphs } from "../../platform/mail/letter-html.ts";
import { blockHtml, blockText, type LetterBlock } from "../../platform/mail/letter-rows.ts";
import { isNotDeleted } from "../../platform/storage/not-deleted.ts";
import type { Schema } from "../../platform/storage/schema.ts";
import { shorten } from "../../texts/shorten.ts";
import { type Translation, translation } from "../../texts/translate.ts";
import { versionColumns } from "../exports/columns.ts";
import { parseAnswers, type StoredResponse } from "../responses.ts";
import { answerRows } from "./answer-rows.ts";
import type { MailJobParts } from "./mail-jobs.ts";
import { writeOwnText } from "./own-text.ts";

type ReceiptParts = Omit<MailJobParts, "subscriptions">;

/** How long a mail server is tried that refuses the letter. */
const LIFETIME_MS = 24 * 3_600_000;
const PAUSE_MS = 3_600_000;
const TITLE_LENGTH = 100;

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
  const { owner, ...response } = found;
  const structure = await structureOfVersion(storage.db, response.form_id, response.form_version);
  if (structure === undefined) return undefined;
  const t = translation(response.language, structure.default_language);
  return receiptLetter(t, response, structure, { to: found.email, owner, publicUrl: publicUrl() });
}

interface Receipt {
  readonly to: string;
  readonly owner: string;
  readonly publicUrl: string;
}

/**
 * Writes a receipt with the questions that the respondent saw, without hidden fields and results, which belong to the owner. The
 * owner's own text may mention them. It is set apart from our sentences, like answers, and has no links.
 */
function receiptLetter(
  t: Translation,
  response: StoredResponse,
  structure: FormStructure,
  { to, owner, publicUrl }: Receipt,
): Letter {
  const { host } = new URL(publicUrl);
  const title = shorten(t.of(structure.title).replace(/\s+/g, " ").trim(), TITLE_LENGTH);
  const all = versionColumns(structure, {
    language: t.language,
    fallback: structure.default_language,
    file: ({ name }) => name,
    boolean: (value) => t.say(value ? "yes" : "no"),
  });
  const asked = new Set(structure.pages.flatMap((page) => page.fields.map(({ id }) => id)));
  const columns = all.filter(({ field }) => asked.has(field));
  const read = { ...response, answers: parseAnswers(response) };
  const rows = answerRows(columns, read);
  const own = structure.settings?.receipt_text;
  const blocks: LetterBlock[] = [
    ...(own
      ? [
          {
            rows: [
              [t.say("mail_receipt_message", { owner }), writeOwnText(t.of(own), structure, all, read)],
            ] as const,
          },
        ]
      : []),
    { rows },
  ];
  const subject = t.say("mail_receipt_subject", { title });
  const paragraphs = [t.say("mail_greeting"), t.say("mail_receipt_intro", { title, owner, host })];
  const ignore = t.say("mail_receipt_note", { owner });
  return {
    to,
    subject,
    text: `${[...paragraphs, ...blocks.map(blockText), ignore].join("\n\n")}\n`,
    html: `<!doctype html>${letterDocument(
      { language: t.language, subject, ignore },
      html`${letterParagraphs(paragraphs)}${blocks.map(blockHtml)}`,
    )}`,
    messageId: messageId(publicUrl, ["receipt", response.id]),
  };
}
