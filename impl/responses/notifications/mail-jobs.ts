/** Sends mails about new responses, as jobs that survive a crash. */
import { isInBin } from "../../forms/bin/bin.ts";
import { accessibleForm } from "../../forms/forms.ts";
import { continueJob, endJob, type Job, pauseJob, underLease } from "../../platform/jobs/jobs.ts";
import type { JobHandler } from "../../platform/jobs/worker.ts";
import type { Letter, Mailer } from "../../platform/mail/letter.ts";
import type { LetterBlock } from "../../platform/mail/letter-rows.ts";
import type { SignedTokens } from "../../platform/signing/signed-tokens.ts";
import type { Queries } from "../../platform/storage/storage.ts";
import type { Stores } from "../../platform/stores.ts";
import { isOwnerLanguage, type OwnerTranslation, ownerTranslation } from "../../texts/owner/owner-texts.ts";
import { listCopies } from "./copies.ts";
import { dueTime, MAX_OF_ACCOUNT, nextDailyTime, toDay } from "./due-time.ts";
import { type ResponseMail, responseLetter } from "./letter.ts";
import { mailTexts } from "./mail-texts.ts";
import { type NewAnswers, newAnswers } from "./new-answers.ts";
import { fromSubject, removeSubscription, type Subscription, zoneOf } from "./subscriptions.ts";

export interface MailJobParts extends Pick<Stores, "storage" | "clock"> {
  readonly mailer: Mailer;
  /** Says in an address whose mails it ends. */
  readonly subscriptions: SignedTokens<Subscription>;
  publicUrl(): string;
}

/** How long to wait after the mail server refused a letter again and again. */
const PAUSE_MS = 3_600_000;

/**
 * A mail is sent and then recorded. If the process dies in between, it is sent again as the same message, since a mail that comes
 * twice is better than one that never comes. Responses that come meanwhile are counted for the next mail.
 */
export function responseMailJobs(parts: MailJobParts): JobHandler {
  const { storage, mailer } = parts;
  return {
    async run(job) {
      const step = await nextStep(parts, job);
      if ("letter" in step) {
        await mailer.send(step.letter);
        // An address that the mail server refuses keeps no mail from the account, which has the same one.
        for (const copy of step.copies) await mailer.send(copy).catch(() => {});
        return record(parts, job, step.count);
      }
      await underLease(storage, job, async (transaction) => {
        if ("until" in step) return continueJob(transaction, job, step.until);
        if (step.isOver) await removeSubscription(transaction, fromSubject(job.subject));
        return endJob(transaction, job);
      });
    },
    giveUp: (job) => pauseJob(parts, job, PAUSE_MS),
  };
}

/** `isOver`: the account cannot access the form any more. */
type Step =
  | { readonly letter: Letter; readonly copies: readonly Letter[]; readonly count: number }
  | { readonly until: Date }
  | { readonly isOver: boolean };

async function nextStep(parts: MailJobParts, job: Job): Promise<Step> {
  const { storage, clock, subscriptions, publicUrl } = parts;
  const subscription = fromSubject(job.subject);
  const now = clock();
  const row = await readSubscription(storage.db, subscription);
  const form = await accessibleForm(storage.db, subscription.account, subscription.form);
  // A form in the bin may come back, and then its responses are mailed.
  if (form === undefined && (await isInBin(storage.db, subscription.form)))
    return { until: nextDailyTime(row?.time_zone ?? null, now) };
  if (row === undefined || form === undefined) return { isOver: true };
  if (row.waiting <= 0 || row.locked_at !== null) return { isOver: false };
  // This limit counts by days in UTC.
  if ((await mailsOfDay(storage.db, subscription.account, now)) >= MAX_OF_ACCOUNT)
    return { until: nextDailyTime(null, now) };
  const language = row.chosen_language ?? row.language;
  const t = ownerTranslation(isOwnerLanguage(language) ? language : "en", row.time_zone ?? undefined);
  const page = `${publicUrl()}/forms/${form.id}`;
  const texts = await mailTexts(storage.db, subscription);
  const answers = row.answers === 1 ? await newAnswers(storage.db, t, form, texts, row.waiting) : [];
  const write = (
    to: string,
    reader: Subscription,
    more: Pick<ResponseMail, "form" | "subject" | "answers">,
  ) =>
    responseLetter(t, {
      ...more,
      to,
      isCopy: reader.copy !== undefined,
      host: new URL(publicUrl()).host,
      count: row.waiting,
      responsesUrl: `${page}/responses`,
      settingsUrl: `${page}/settings#mails`,
      unsubscribeUrl: `${publicUrl()}/mails/${subscriptions.sign(reader)}`,
      identity: [form.id, reader.copy ?? row.account_id, String(row.mails)],
    });
  const owner = { owner: form.owner_email };
  const subject = ownSubject(answers, row.waiting);
  // An address that its owner has not confirmed may be a stranger's.
  const own = row.email_confirmed === 1 ? { subject, answers: answers.map(ownBlock) } : NO_ANSWERS;
  const letter = write(row.email, subscription, {
    ...own,
    form: form.access === "owner" ? { title: form.title } : owner,
  });
  const confirmed = (await listCopies(storage.db, subscription))?.filter(
    (copy) => copy.confirmed_at !== null,
  );
  const blocks = answers.map((one) => copyBlock(t, one, row.email));
  const copies = (confirmed ?? []).map(({ id, email }) =>
    write(email, { ...subscription, copy: id }, { form: owner, subject, answers: blocks }),
  );
  return { letter, copies, count: row.waiting };
}

/** Reads the state of the mails and the account that they go to. */
async function readSubscription(queries: Queries, { form, account }: Subscription) {
  return queries
    .selectFrom("response_mails")
    .innerJoin("accounts", "accounts.id", "response_mails.account_id")
    .selectAll("response_mails")
    .select(["accounts.email", "email_confirmed", "accounts.language as chosen_language"])
    .select(["time_zone", "locked_at"])
    .where("form_id", "=", form)
    .where("account_id", "=", account)
    .executeTakeFirst();
}

const NO_ANSWERS = { subject: undefined, answers: [] };

/** The account's own subject is about the first response of the mail, and says how many others there are. */
function ownSubject([first]: readonly NewAnswers[], count: number): string | undefined {
  if (first === undefined || first.subject === "") return undefined;
  return count === 1 ? first.subject : `${first.subject} (+${count - 1})`;
}

/** A response for the account itself, which knows its own text. */
function ownBlock({ title, text, rows }: NewAnswers): LetterBlock {
  return { title, rows, ...(text !== "" && { text }) };
}

/** The same for another reader, who is told whose text it is. */
function copyBlock(t: OwnerTranslation, { title, text, rows }: NewAnswers, writer: string): LetterBlock {
  if (text === "") return { title, rows };
  return { title, rows: [[t.say("mail_responses_writes", { owner: writer }), text], ...rows] };
}

async function mailsOfDay(queries: Queries, accountId: string, now: Date): Promise<number> {
  const { mails } = await queries
    .selectFrom("response_mails")
    .select(({ fn }) => fn.sum<number | string | null>("mails_of_day").as("mails"))
    .where("account_id", "=", accountId)
    .where("day", "=", toDay(now))
    .executeTakeFirstOrThrow();
  return Number(mails ?? 0);
}

/** Counts the mail, and has the next one sent for responses that came meanwhile. */
async function record({ storage, clock }: MailJobParts, job: Job, count: number): Promise<void> {
  const subscription = fromSubject(job.subject);
  const { form, account } = subscription;
  await underLease(storage, job, async (transaction) => {
    const now = clock();
    const day = toDay(now);
    const row = await transaction
      .updateTable("response_mails")
      .set(({ eb, ref }) => ({
        waiting: eb("waiting", "-", count),
        mails: eb("mails", "+", 1),
        mails_of_day: eb
          .case()
          .when("day", "=", day)
          .then(eb(ref("mails_of_day"), "+", 1))
          .else(1)
          .end(),
        day,
        last_sent_at: now.toISOString(),
      }))
      .where("form_id", "=", form)
      .where("account_id", "=", account)
      .returningAll()
      .executeTakeFirst();
    if (row === undefined || row.waiting <= 0) return endJob(transaction, job);
    const zone = await zoneOf(transaction, subscription);
    await continueJob(transaction, job, dueTime(row, zone, now));
  });
}
