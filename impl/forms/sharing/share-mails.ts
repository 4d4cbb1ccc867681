/** Mails an account that a form or a folder was shared with it, as a job that survives a crash. It names no title: that is a stranger's text. */
import { hash } from "node:crypto";
import type { Transaction } from "kysely";
import type { SharePermission } from "../../../generated/types.ts";
import { endJob, ensureJob, type Job, pauseJob, underLease } from "../../platform/jobs/jobs.ts";
import type { JobHandler } from "../../platform/jobs/worker.ts";
import type { Letter, Mailer } from "../../platform/mail/letter.ts";
import { linkLetter } from "../../platform/mail/link-letter.ts";
import type { Schema } from "../../platform/storage/schema.ts";
import type { Queries } from "../../platform/storage/storage.ts";
import type { Stores } from "../../platform/stores.ts";
import { isOwnerLanguage, ownerTranslation } from "../../texts/owner/owner-texts.ts";
import { accessibleFolder } from "../folders/folders.ts";
import { accessibleForm } from "../forms.ts";

export interface ShareMailParts extends Pick<Stores, "storage" | "clock"> {
  readonly mailer: Mailer;
  publicUrl(): string;
}

const KIND = "share_mail";
const DAY_MS = 86_400_000;
/** The mails that an account gets in a day, from all who share with it together. */
const MAX_OF_ACCOUNT = 20;

/**
 * The job stays for a day, so that a form which is shared again and again is one mail a day.
 * @param sharedId the id of the form or the folder
 */
export async function addShareMail(
  transaction: Transaction<Schema>,
  { sharedId, accountId }: { readonly sharedId: string; readonly accountId: string },
  now: Date,
): Promise<void> {
  const { jobs } = await transaction
    .selectFrom("jobs")
    .select(({ fn }) => fn.countAll<number | string>().as("jobs"))
    .where("account_id", "=", accountId)
    .where("kind", "=", KIND)
    .executeTakeFirstOrThrow();
  if (Number(jobs) >= MAX_OF_ACCOUNT) return;
  await ensureJob(transaction, { accountId, kind: KIND, subject: `${sharedId} ${accountId}` }, now, now);
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
  const [sharedId = ""] = subject.split(" ");
  const shared = await findShared(storage.db, accountId, sharedId);
  const account = await storage.db
    .selectFrom("accounts")
    .select(["email", "language", "locked_at"])
    .where("id", "=", accountId)
    .executeTakeFirst();
  if (shared === undefined || account?.locked_at !== null) return undefined;
  const { email, language } = account;
  const t = ownerTranslation(language !== null && isOwnerLanguage(language) ? language : "en");
  const { what, owner, access, path } = shared;
  const may = t.say(`${what}_may_${access}`);
  const name = what === "form" ? "letter_shared" : "letter_folder";
  const { host, hostname } = new URL(publicUrl());
  const letter = linkLetter({
    to: email,
    language: t.language,
    subject: t.say(`${name}_subject`, { host }),
    greeting: t.say("letter_greeting"),
    text: [t.say(`${name}_text`, { host, owner, may })],
    button: t.say(`${name}_button`),
    link: `${publicUrl()}${path}`,
    lifetime: t.say("letter_shared_note"),
    ignore: t.say(`${name}_ignore`),
  });
  // The same for a mail that is sent again because its first sending was not recorded.
  return { ...letter, messageId: `<${hash("sha256", `${subject} ${createdAt}`).slice(0, 40)}@${hostname}>` };
}

/** A form or a folder as the mail tells of it. */
interface SharedThing {
  readonly what: "form" | "folder";
  readonly owner: string;
  readonly access: SharePermission;
  readonly path: string;
}

/** Finds what was shared; undefined: the account cannot access it now, or owns it. */
async function findShared(
  queries: Queries,
  accountId: string,
  sharedId: string,
): Promise<SharedThing | undefined> {
  if (sharedId.startsWith("fld_")) {
    const folder = await accessibleFolder(queries, accountId, sharedId);
    if (folder === undefined || folder.access === "owner") return undefined;
    const { owner, access } = folder;
    return { what: "folder", owner, access, path: `/forms?folder=${sharedId}` };
  }
  const form = await accessibleForm(queries, accountId, sharedId);
  if (form === undefined || form.access === "owner") return undefined;
  return { what: "form", owner: form.owner_email, access: form.access, path: `/forms/${sharedId}` };
}
