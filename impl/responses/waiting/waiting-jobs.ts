/** Tells people on waiting lists that a form takes answers again, as jobs that survive a crash. */
import { type Selectable, sql, type Transaction } from "kysely";
import { isInBin } from "../../forms/bin/bin.ts";
import { type Form, loadStructure } from "../../forms/forms.ts";
import { continueJob, endJob, type Job, pauseJob, underLease } from "../../platform/jobs/jobs.ts";
import type { JobHandler } from "../../platform/jobs/worker.ts";
import type { Mailer } from "../../platform/mail/letter.ts";
import { isNotDeleted } from "../../platform/storage/not-deleted.ts";
import type { Schema } from "../../platform/storage/schema.ts";
import type { Queries } from "../../platform/storage/storage.ts";
import type { Stores } from "../../platform/stores.ts";
import { translation } from "../../texts/translate.ts";
import { type FreePlaces, freePlaces } from "./free-places.ts";
import { freeLetter, type WaitingForm } from "./letters.ts";
import { countWaiting, removeWaiting } from "./waiting-list.ts";

export interface WaitingJobParts extends Pick<Stores, "storage" | "clock"> {
  readonly mailer: Mailer;
  publicUrl(): string;
}

/** A place comes free by many ways: a limit, a date, a choice, a response that was deleted. So a job looks, as long as people wait. */
const LOOK_MS = 10 * 60_000;
/** People who were told have the places for themselves, among those who wait, for a day. */
const HEAD_START_MS = 24 * 3_600_000;
/** Mails of one step: other jobs have their turn between two steps. */
const MAILS_OF_STEP = 20;
/** How long a mail server is tried that refuses the mail to a person. */
const LIFETIME_MS = 24 * 3_600_000;

type Person = Selectable<Schema["waiting_people"]>;

/**
 * A mail is sent, and then its person is deleted. If the process dies in between, it is sent again as the same message, since a
 * mail that comes twice is better than one that never comes.
 */
export function waitingJobs(parts: WaitingJobParts): JobHandler {
  const { storage, clock } = parts;
  return {
    async run(job) {
      const form = await findForm(storage.db, job.subject);
      // A form in the bin may come back, with the people who wait for it.
      if (form === undefined && (await isInBin(storage.db, job.subject)))
        return pauseJob(parts, job, LOOK_MS);
      if (form === undefined || form.status === "archived") return endList(parts, job);
      const free = await freePlaces(storage.db, form, clock());
      const kept = await keptPlaces(storage.db, form.id, free, clock());
      const people = await nextPeople(storage.db, form.id, Math.min(free.places - kept, MAILS_OF_STEP));
      const { told, failed } = await tell(parts, form, people);
      await underLease(storage, job, async (transaction) => {
        const now = clock();
        await remove(transaction, told);
        await noteFailures(transaction, failed, now);
        await noteTold(transaction, form.id, kept, told.length, free, now);
        if ((await countWaiting(transaction, form.id)) === 0) return endJob(transaction, job);
        const isMore = told.length === MAILS_OF_STEP;
        return continueJob(transaction, job, isMore ? now : new Date(now.getTime() + LOOK_MS));
      });
    },
    giveUp: (job: Job) => pauseJob(parts, job, LOOK_MS),
  };
}

/** An archived form does not open again, so nobody on its list will be told. */
async function endList({ storage }: WaitingJobParts, job: Job): Promise<void> {
  await removeWaiting(storage.db, job.subject);
  await underLease(storage, job, (transaction) => endJob(transaction, job));
}

function findForm(queries: Queries, id: string): Promise<Form | undefined> {
  return queries.selectFrom("forms").selectAll().where("id", "=", id).where(isNotDeleted).executeTakeFirst();
}

/** How many free places are for people who were told within a day and have not answered. Every new response has taken one. */
async function keptPlaces(
  queries: Queries,
  formId: string,
  { places, responses }: FreePlaces,
  now: Date,
): Promise<number> {
  const list = await queries
    .selectFrom("waiting_lists")
    .selectAll()
    .where("form_id", "=", formId)
    .executeTakeFirst();
  if (!list?.told_at || places === Number.POSITIVE_INFINITY) return 0;
  if (Date.parse(list.told_at) + HEAD_START_MS <= now.getTime()) return 0;
  return Math.max(0, list.told - Math.max(0, responses - list.told_responses));
}

/** In the order in which they confirmed; those whose mail was refused come last, so they hold nobody up. */
function nextPeople(queries: Queries, formId: string, count: number): Promise<Person[]> {
  if (count <= 0) return Promise.resolve([]);
  return queries
    .selectFrom("waiting_people")
    .selectAll()
    .where("form_id", "=", formId)
    .where("confirmed_at", "is not", null)
    .orderBy(sql`coalesce(failed_at, '')`)
    .orderBy("confirmed_at")
    .orderBy("id")
    .limit(count)
    .execute();
}

/** Sends the mails. @returns the ids of the people by what became of their mail */
async function tell({ storage, mailer, publicUrl }: WaitingJobParts, form: Form, people: readonly Person[]) {
  const [told, failed]: [string[], string[]] = [[], []];
  if (people.length === 0) return { told, failed };
  const structure = await loadStructure(storage.db, form);
  const owner = await storage.db
    .selectFrom("accounts")
    .select(["email", "email_confirmed"])
    .where("id", "=", form.owner_id)
    .executeTakeFirstOrThrow();
  for (const { id, email, language } of people) {
    const t = translation(language, structure.default_language);
    const about: WaitingForm = {
      id: form.id,
      title: form.password_hash === null ? t.of(structure.title) : undefined,
      owner: owner.email,
      isOwnerConfirmed: owner.email_confirmed === 1,
    };
    const letter = freeLetter(t, { to: email, form: about, publicUrl: publicUrl(), person: id });
    await mailer.send(letter).then(
      () => told.push(id),
      () => failed.push(id),
    );
  }
  return { told, failed };
}

async function remove(transaction: Transaction<Schema>, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await transaction.deleteFrom("waiting_people").where("id", "in", ids).execute();
}

/** A person whose mail was refused for a day is deleted: a mail that comes later than that would be about a place that is gone. */
async function noteFailures(transaction: Transaction<Schema>, ids: readonly string[], now: Date) {
  if (ids.length === 0) return;
  await transaction
    .deleteFrom("waiting_people")
    .where("id", "in", ids)
    .where("failed_at", "<=", new Date(now.getTime() - LIFETIME_MS).toISOString())
    .execute();
  await transaction
    .updateTable("waiting_people")
    .set({ failed_at: now.toISOString() })
    .where("id", "in", ids)
    .where("failed_at", "is", null)
    .execute();
}

async function noteTold(
  transaction: Transaction<Schema>,
  formId: string,
  kept: number,
  told: number,
  { responses }: FreePlaces,
  now: Date,
): Promise<void> {
  if (told === 0) return;
  await transaction
    .updateTable("waiting_lists")
    .set({ told: kept + told, told_at: now.toISOString(), told_responses: responses })
    .where("form_id", "=", formId)
    .execute();
}
