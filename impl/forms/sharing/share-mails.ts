/** Mails an account that a form was shared with it, as a job that survives a crash. It names no title: that is a stranger's text. */
import { hash } from "node:crypto";
import type { Transaction } from "kysely";
import { endJob, ensureJob, type Job, pauseJob, underLease } from "../../platform/jobs/jobs.ts";
import type { JobHandler } from "../../platform/jobs/worker.ts";
import type { Letter, Mailer } from "../../platform/mail/letter.ts";
import { linkLetter } from "../../platform/mail/link-letter.ts";
import type { Schema } from "../../platform/storage/schema.ts";
import type { Stores } from "../../platform/stores.ts";
import { isOwnerLanguage, ownerTranslation } from "../../texts/owner/owner-texts.ts";
import { accessibleForm } from "../forms.ts";

export interface ShareMailParts extends Pick<Stores, "storage" | "clock"> {
  readonly mailer: Mailer;
  publicUrl(): string;
}

const KIND = "share_mail";
const DAY_MS = 86_400_000;
/** The mails that an account gets in a day, from all who share with it together. */
const MAX_OF_ACCOUNT = 20;

/** The job stays for a day, so that a form which is shared again and again is one mail a day. */
export async function addShareMail(
  transaction: Transaction<Schema>,
  { formId, accountId }: { readonly formId: string; readonly accountId: string },
  now: Date,
): Promise<void> {
  const { jobs } = await transaction
    .selectFrom("jobs")
    .select(({ fn }) => fn.countAll<number | string>().as("jobs"))
    .where("account_id", "=", accountId)
    .where("kind", "=", KIND)
    .executeTakeFirstOrThrow();
  if (Number(jobs) >= MAX_OF_ACCOUNT) return;
  await ensureJob(transaction, { accountId, kind: KIND, subject: `${formId} ${accountId}` }, now, now);
}

/** A mail that the mail server refuses for a day is not sent. */
export function shareMailJobs(parts: ShareMailParts): JobHandler {
  const { storage, clock, mailer } = parts;
  return {
    async run(job) {
      const { created_at } = await storage.db
        .selectFrom("jobs")
        .select("created_at")
        .where("id", "=", job.id)
        .executeTakeFirstOrThrow();
      const isOver = clock().getTime() - Date.parse(created_at) >= DAY_MS;
      const letter = isOver ? undefined : await writeLetter(parts, job, created_at);
      if (letter === undefined) return underLease(storage, job, (transaction) => endJob(transaction, job));
      await mailer.send(letter);
      await pauseJob(parts, job, DAY_MS);
    },
    giveUp: (job) => pauseJob(parts, job, DAY_MS),
  };
}

/** Writes the mail; undefined if the access was withdrawn, or the account cannot sign in. */
async function writeLetter(
  { storage, publicUrl }: ShareMailParts,
  { accountId, subject }: Job,
  createdAt: string,
): Promise<Letter | undefined> {
  const [formId = ""] = subject.split(" ");
  const form = await accessibleForm(storage.db, accountId, formId);
  const account = await storage.db
    .selectFrom("accounts")
    .select(["email", "language", "locked_at"])
    .where("id", "=", accountId)
    .executeTakeFirst();
  if (form === undefined || form.access === "owner" || account?.locked_at !== null) return undefined;
  const { email, language } = account;
  const t = ownerTranslation(language !== null && isOwnerLanguage(language) ? language : "en");
  const may = t.say(`form_may_${form.access}`);
  const { host, hostname } = new URL(publicUrl());
  const letter = linkLetter({
    to: email,
    language: t.language,
    subject: t.say("letter_shared_subject", { host }),
    greeting: t.say("letter_greeting"),
    text: [t.say("letter_shared_text", { host, owner: form.owner_email, may })],
    button: t.say("letter_shared_button"),
    link: `${publicUrl()}/forms/${formId}`,
    lifetime: t.say("letter_shared_note"),
    ignore: t.say("letter_shared_ignore"),
  });
  // The same for a mail that is sent again because its first sending was not recorded.
  return { ...letter, messageId: `<${hash("sha256", `${subject} ${createdAt}`).slice(0, 40)}@${hostname}>` };
}
