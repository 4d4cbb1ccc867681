/** Sends mails about new responses, as jobs that survive a crash. */
import type { Selectable } from "kysely";
import { isInBin } from "../../forms/bin/bin.ts";
import { type AccessibleForm, accessibleForm } from "../../forms/forms.ts";
import { continueJob, endJob, type Job, pauseJob, underLease } from "../../platform/jobs/jobs.ts";
import type { JobHandler } from "../../platform/jobs/worker.ts";
import type { Letter, Mailer } from "../../platform/mail/letter.ts";
import type { LetterBlock } from "../../platform/mail/letter-rows.ts";
import type { SignedTokens } from "../../platform/signing/signed-tokens.ts";
import type { Schema } from "../../platform/storage/schema.ts";
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
  /** Signs the subscription that an unsubscribe link ends. */
  readonly subscriptions: SignedTokens<Subscription>;
  publicUrl(): string;
}

/** The pause after the mail server has rejected a letter repeatedly. */
const PAUSE_MS = 3_600_000;

/**
 * Sends a mail, and then records it. If the process dies in between, the same message is sent again: a duplicate mail is better
 * than a lost one. Responses that arrive in the meantime are counted for the next mail.
 */
export function responseMailJobs(parts: MailJobParts): JobHandler {
  const { storage, mailer } = parts;
  return {
    async run(job) {
      const step = await nextStep(parts, job);
      if ("letter" in step) {
        await mailer.send(step.letter);
        // A rejected copy is not sent again: the account has the same mail.
        for (const copy of step.copies) await mailer.send(copy).catch(() => {});
        return record(parts, job, step.count);
      }
      await underLease(storage, job, async (transaction) => {
        if ("until" in step) return continueJob(transaction, job, step.until);
        if (step.isSubscriptionOver) await removeSubscription(transaction, fromSubject(job.subject));
        return endJob(transaction, job);
      });
    },
    giveUp: (job) => pauseJob(parts, job, PAUSE_MS),
  };
}

/** The next step of a job: send letters, wait, or end. */
type Step = WrittenLetters | { readonly until: Date } | { readonly isSubscriptionOver: boolean };

/** A mail for the account, and its copies for other addresses. */
interface WrittenLetters {
  readonly letter: Letter;
  readonly copies: readonly Letter[];
  /** The number of responses that the mail reports. */
  readonly count: number;
}

async function nextStep(parts: MailJobParts, job: Job): Promise<Step> {
  const { storage, clock } = parts;
  const subscription = fromSubject(job.subject);
  const now = clock();
  const row = await readSubscription(storage.db, subscription);
  const form = await accessibleForm(storage.db, subscription.account, subscription.form);
  // A form in the bin may come back, and then its responses are mailed.
  if (form === undefined && (await isInBin(storage.db, subscription.form)))
    return { until: nextDailyTime(row?.time_zone ?? null, now) };
  if (row === undefined || form === undefined) return { isSubscriptionOver: true };
  if (row.waiting <= 0 || row.locked_at !== null) return { isSubscriptionOver: false };
  // This limit counts by days in UTC.
  if ((await mailsOfDay(storage.db, subscription.account, now)) >= MAX_OF_ACCOUNT)
    return { until: nextDailyTime(null, now) };
  return writeLetters(parts, { subscription, row, form });
}

interface DueMail {
  readonly subscription: Subscription;
  readonly row: SubscriptionRow;
  readonly form: AccessibleForm;
}

async function writeLetters(
  { storage, subscriptions, publicUrl }: MailJobParts,
  { subscription, row, form }: DueMail,
): Promise<WrittenLetters> {
  const language = row.chosen_language ?? row.language;
  const t = ownerTranslation(isOwnerLanguage(language) ? language : "en", row.time_zone ?? undefined);
  const texts = await mailTexts(storage.db, subscription);
  const answers = row.answers === 1 ? await newAnswers(storage.db, t, form, texts, row.waiting) : [];
  const page = `${publicUrl()}/forms/${form.id}`;
  const write = (
    to: string,
    reader: Subscription,
    content: Pick<ResponseMail, "form" | "subject" | "answers">,
  ) =>
    responseLetter(t, {
      ...content,
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
  // An unconfirmed address may belong to a stranger, so its mail has no answers.
  const ownContent = row.email_confirmed === 1 ? { subject, answers: answers.map(ownBlock) } : NO_ANSWERS;
  const letter = write(row.email, subscription, {
    ...ownContent,
    form: form.access === "owner" ? { title: form.title } : owner,
  });
  const blocks = answers.map((one) => copyBlock(t, one, row.email));
  const confirmed = ((await listCopies(storage.db, subscription)) ?? []).filter(
    (copy) => copy.confirmed_at !== null,
  );
  const copies = confirmed.map(({ id, email }) =>
    write(email, { ...subscription, copy: id }, { form: owner, subject, answers: blocks }),
  );
  return { letter, copies, count: row.waiting };
}

type AccountRow = Selectable<Schema["accounts"]>;

/** The state of the mails, and the account that gets them. */
interface SubscriptionRow
  extends Selectable<Schema["response_mails"]>,
    Pick<AccountRow, "email" | "email_confirmed" | "time_zone" | "locked_at"> {
  /** The language that the account has chosen for pages and mails. */
  readonly chosen_language: AccountRow["language"];
}

async function readSubscription(
  queries: Queries,
  { form, account }: Subscription,
): Promise<SubscriptionRow | undefined> {
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

/** Shows a response to the account itself, without saying who wrote the text above it. */
function ownBlock({ title, text, rows }: NewAnswers): LetterBlock {
  return { title, rows, ...(text !== "" && { text }) };
}

/** Shows a response to another reader, and says that the account wrote the text. */
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

/** Records a sent mail, and schedules the next one for responses that arrived in the meantime. */
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
