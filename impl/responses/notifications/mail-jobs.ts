/** Sends mails about new responses, as jobs that survive a crash. */
import { isInBin } from "../../forms/bin/bin.ts";
import { accessibleForm, type Form } from "../../forms/forms.ts";
import { continueJob, endJob, type Job, pauseJob, underLease } from "../../platform/jobs/jobs.ts";
import type { JobHandler } from "../../platform/jobs/worker.ts";
import type { Letter, Mailer } from "../../platform/mail/letter.ts";
import type { LetterBlock } from "../../platform/mail/letter-rows.ts";
import type { SignedTokens } from "../../platform/signing/signed-tokens.ts";
import type { Queries } from "../../platform/storage/storage.ts";
import type { Stores } from "../../platform/stores.ts";
import { isOwnerLanguage, type OwnerTranslation, ownerTranslation } from "../../texts/owner/owner-texts.ts";
import { columnsReader } from "../analysis/read-columns.ts";
import { parseAnswers } from "../responses.ts";
import { answerRows, MAIL_LENGTH } from "./answer-rows.ts";
import { listCopies } from "./copies.ts";
import { dueTime, MAX_OF_ACCOUNT, nextDailyTime, toDay } from "./due-time.ts";
import { type ResponseMail, responseLetter } from "./letter.ts";
import { fromSubject, removeSubscription, type Subscription } from "./subscriptions.ts";

export interface MailJobParts extends Pick<Stores, "storage" | "clock"> {
  readonly mailer: Mailer;
  /** Says in an address whose mails it ends. */
  readonly subscriptions: SignedTokens<Subscription>;
  publicUrl(): string;
}

/** How long to wait after the mail server refused a letter again and again. */
const PAUSE_MS = 3_600_000;
/** Responses whose answers are in one mail; the others are behind its link. */
const MAX_RESPONSES = 10;

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
  const row = await storage.db
    .selectFrom("response_mails")
    .innerJoin("accounts", "accounts.id", "response_mails.account_id")
    .selectAll("response_mails")
    .select(["accounts.email", "email_confirmed", "accounts.language as chosen_language", "locked_at"])
    .where("form_id", "=", subscription.form)
    .where("account_id", "=", subscription.account)
    .executeTakeFirst();
  const form = await accessibleForm(storage.db, subscription.account, subscription.form);
  // A form in the bin may come back, and then its responses are mailed.
  if (form === undefined && (await isInBin(storage.db, subscription.form)))
    return { until: nextDailyTime(now) };
  if (row === undefined || form === undefined) return { isOver: true };
  if (row.waiting <= 0 || row.locked_at !== null) return { isOver: false };
  if ((await mailsOfDay(storage.db, subscription.account, now)) >= MAX_OF_ACCOUNT)
    return { until: nextDailyTime(now) };
  const language = row.chosen_language ?? row.language;
  const t = ownerTranslation(isOwnerLanguage(language) ? language : "en");
  const page = `${publicUrl()}/forms/${form.id}`;
  const answers = row.answers === 1 ? await newAnswers(storage.db, t, form, row.waiting) : [];
  const write = (to: string, reader: Subscription, more: Pick<ResponseMail, "form" | "answers">) =>
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
  const letter = write(row.email, subscription, {
    form: form.access === "owner" ? { title: form.title } : owner,
    // An address that its owner has not confirmed may be a stranger's.
    answers: row.email_confirmed === 1 ? answers : [],
  });
  const confirmed = (await listCopies(storage.db, subscription))?.filter(
    (copy) => copy.confirmed_at !== null,
  );
  const copies = (confirmed ?? []).map(({ id, email }) =>
    write(email, { ...subscription, copy: id }, { form: owner, answers }),
  );
  return { letter, copies, count: row.waiting };
}

/** The latest responses that were confirmed, the first of them first, as many as one mail has room for. */
async function newAnswers(
  queries: Queries,
  t: OwnerTranslation,
  form: Form,
  count: number,
): Promise<LetterBlock[]> {
  const rows = await queries
    .selectFrom("live_responses")
    .selectAll()
    .where("form_id", "=", form.id)
    .where("status", "=", "verified")
    .orderBy("verified_at", "desc")
    .orderBy("id", "desc")
    .limit(Math.min(count, MAX_RESPONSES))
    .execute();
  const columns = columnsReader(queries, form.id, {
    language: form.default_language,
    file: ({ name }) => name,
    boolean: (value) => t.say(value ? "yes" : "no"),
  });
  const blocks: LetterBlock[] = [];
  for (const row of rows.reverse()) {
    const response = { ...row, answers: parseAnswers(row) };
    const title = `${row.email ?? t.say("responses_no_address")} · ${t.datetime(row.submitted_at.slice(0, 16))}`;
    const room = MAIL_LENGTH / rows.length;
    blocks.push({ title, rows: answerRows(await columns(row.form_version), response, room) });
  }
  return blocks;
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
  const { form, account } = fromSubject(job.subject);
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
    if (row !== undefined && row.waiting > 0) await continueJob(transaction, job, dueTime(row, now));
    else await endJob(transaction, job);
  });
}
