/** Mails people on waiting lists when a form takes answers again, or a choice has a place. The jobs survive a crash. */
import { type Selectable, sql, type Transaction } from "kysely";
import { isInBin } from "../../forms/bin/bin.ts";
import type { Form } from "../../forms/forms.ts";
import { continueJob, endJob, type Job, pauseJob, underLease } from "../../platform/jobs/jobs.ts";
import type { JobHandler } from "../../platform/jobs/worker.ts";
import type { Mailer } from "../../platform/mail/letter.ts";
import { isNotDeleted } from "../../platform/storage/deletion-filter.ts";
import type { WaitingFor } from "../../platform/storage/schema/waiting.ts";
import type { Schema } from "../../platform/storage/schema.ts";
import type { Queries } from "../../platform/storage/storage.ts";
import type { Stores } from "../../platform/stores.ts";
import { translation } from "../../texts/translate.ts";
import { type FormPlaces, type FreePlaces, findChoice, freePlaces, readPlaces } from "./free-places.ts";
import { freeLetter, type WaitingForm } from "./letters.ts";
import { countWaiting, removeWaiting } from "./waiting-list.ts";

export interface WaitingJobParts extends Pick<Stores, "storage" | "clock"> {
  readonly mailer: Mailer;
  publicUrl(): string;
}

/** Changes of a form and its responses wake the job at once. Time frees places, too, so it checks regularly while people wait. */
const CHECK_INTERVAL_MS = 10 * 60_000;
/** The free places are reserved this long for the people who were notified. Later people on the list get no mail about them. */
const RESERVED_MS = 24 * 3_600_000;
/** The maximum number of mails in one step. Other jobs can run between two steps. */
const MAILS_PER_STEP = 20;
/** If the mail server rejects the mail to a person, the job retries this long. */
const RETRY_MS = 24 * 3_600_000;

type Person = Selectable<Schema["waiting_people"]>;

/**
 * Sends a mail, and then deletes its person. If the process dies in between, the same message is sent again: a duplicate mail is
 * better than a lost one.
 */
export function waitingJobs(parts: WaitingJobParts): JobHandler {
  const { storage, clock } = parts;
  return {
    async run(job) {
      const form = await findForm(storage.db, job.subject);
      // A form in the bin may come back, with the people who wait for it.
      if (form === undefined && (await isInBin(storage.db, job.subject)))
        return pauseJob(parts, job, CHECK_INTERVAL_MS);
      if (form === undefined || form.status === "archived") return endList(parts, job);
      const places = await readPlaces(storage.db, form, clock());
      const lists = await listWaitedFor(storage.db, form.id);
      const told = await notifyLists(parts, form, places, lists);
      await underLease(storage, job, async (transaction) => {
        const now = clock();
        await removePeople(
          transaction,
          told.flatMap(({ notified }) => notified),
        );
        await recordFailures(
          transaction,
          told.flatMap(({ failed }) => failed),
          now,
        );
        for (const list of told) await storeReservation(transaction, form.id, list, now);
        if ((await countWaiting(transaction, form.id)) === 0) return endJob(transaction, job);
        const isStepFull = countNotified(told) === MAILS_PER_STEP;
        const isNow = isStepFull || (await hasMorePlaces(transaction, places, lists, form.id, now));
        return continueJob(transaction, job, isNow ? now : new Date(now.getTime() + CHECK_INTERVAL_MS));
      });
    },
    giveUp: (job: Job) => pauseJob(parts, job, CHECK_INTERVAL_MS),
  };
}

/** An archived form does not open again, so its list is deleted. */
async function endList({ storage }: WaitingJobParts, job: Job): Promise<void> {
  await removeWaiting(storage.db, job.subject);
  await underLease(storage, job, (transaction) => endJob(transaction, job));
}

function findForm(queries: Queries, id: string): Promise<Form | undefined> {
  return queries.selectFrom("forms").selectAll().where("id", "=", id).where(isNotDeleted).executeTakeFirst();
}

/** Whether places came free while the mails were sent. The job was not waiting then, so nothing could wake it. */
async function hasMorePlaces(
  queries: Queries,
  before: FormPlaces,
  lists: readonly WaitingFor[],
  formId: string,
  now: Date,
): Promise<boolean> {
  const form = await findForm(queries, formId);
  if (form === undefined) return false;
  const places = await readPlaces(queries, form, now);
  return lists.some((list) => freePlaces(places, list).places > freePlaces(before, list).places);
}

/** Lists what people of a form wait for: the form itself, or choices. */
function listWaitedFor(queries: Queries, formId: string): Promise<WaitingFor[]> {
  return queries
    .selectFrom("waiting_people")
    .select(["field_id", "choice_id"])
    .distinct()
    .where("form_id", "=", formId)
    .where("confirmed_at", "is not", null)
    .orderBy("field_id")
    .orderBy("choice_id")
    .execute();
}

/** One list after its people were mailed. */
interface NotifiedList extends MailResults {
  readonly list: WaitingFor;
  /** The places that were kept for others before. */
  readonly reserved: number;
  readonly free: FreePlaces;
}

/** Mails as many people as there are places, but not more than one step may. */
async function notifyLists(
  parts: WaitingJobParts,
  form: Form,
  places: FormPlaces,
  lists: readonly WaitingFor[],
): Promise<NotifiedList[]> {
  const { db } = parts.storage;
  const told: NotifiedList[] = [];
  for (const list of lists) {
    const free = freePlaces(places, list);
    const reserved = await countReserved(db, form.id, list, free, parts.clock());
    const room = Math.min(free.places - reserved, MAILS_PER_STEP - countNotified(told));
    const people = await nextPeople(db, form.id, list, room);
    told.push({ list, free, reserved, ...(await notify(parts, form, places, people)) });
  }
  return told;
}

function countNotified(lists: readonly NotifiedList[]): number {
  return lists.reduce((sum, { notified }) => sum + notified.length, 0);
}

/** Counts the free places that are reserved for notified people. Every place that was taken since is one of them. */
async function countReserved(
  queries: Queries,
  formId: string,
  { field_id, choice_id }: WaitingFor,
  { places, taken }: FreePlaces,
  now: Date,
): Promise<number> {
  const reservation = await queries
    .selectFrom("waiting_places")
    .selectAll()
    .where("form_id", "=", formId)
    .where("field_id", "=", field_id)
    .where("choice_id", "=", choice_id)
    .executeTakeFirst();
  if (!reservation || places === Number.POSITIVE_INFINITY) return 0;
  const { told, told_at, told_taken } = reservation;
  if (Date.parse(told_at) + RESERVED_MS <= now.getTime()) return 0;
  return Math.max(0, told - Math.max(0, taken - told_taken));
}

/**
 * Returns the people to notify, in the order in which they confirmed. People whose mail was rejected come last, so they do not
 * delay the others.
 */
function nextPeople(
  queries: Queries,
  formId: string,
  { field_id, choice_id }: WaitingFor,
  count: number,
): Promise<Person[]> {
  if (count <= 0) return Promise.resolve([]);
  return queries
    .selectFrom("waiting_people")
    .selectAll()
    .where("form_id", "=", formId)
    .where("field_id", "=", field_id)
    .where("choice_id", "=", choice_id)
    .where("confirmed_at", "is not", null)
    .orderBy(sql`coalesce(failed_at, '')`)
    .orderBy("confirmed_at")
    .orderBy("id")
    .limit(count)
    .execute();
}

/** Ids of people, by the result of their mail. */
interface MailResults {
  readonly notified: readonly string[];
  readonly failed: readonly string[];
}

async function notify(
  { storage, mailer, publicUrl }: WaitingJobParts,
  form: Form,
  { structure }: FormPlaces,
  people: readonly Person[],
): Promise<MailResults> {
  const notified: string[] = [];
  const failed: string[] = [];
  if (people.length === 0) return { notified, failed };
  const owner = await storage.db
    .selectFrom("accounts")
    .select(["email", "email_confirmed"])
    .where("id", "=", form.owner_id)
    .executeTakeFirstOrThrow();
  for (const { id, email, language, ...list } of people) {
    const t = translation(language, structure.default_language);
    const isKnown = form.password_hash === null;
    const choice = findChoice(structure, list);
    const about: WaitingForm = {
      id: form.id,
      title: isKnown ? t.of(structure.title) : undefined,
      choice: isKnown && choice ? t.of(choice.label) : undefined,
      owner: owner.email,
      isOwnerConfirmed: owner.email_confirmed === 1,
    };
    const letter = freeLetter(t, { to: email, form: about, publicUrl: publicUrl(), person: id });
    await mailer.send(letter).then(
      () => notified.push(id),
      () => failed.push(id),
    );
  }
  return { notified, failed };
}

async function removePeople(transaction: Transaction<Schema>, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await transaction.deleteFrom("waiting_people").where("id", "in", ids).execute();
}

/** Records rejected mails. After `RETRY_MS` the person is deleted, because the place of the mail is no longer free then. */
async function recordFailures(
  transaction: Transaction<Schema>,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  if (ids.length === 0) return;
  await transaction
    .deleteFrom("waiting_people")
    .where("id", "in", ids)
    .where("failed_at", "<=", new Date(now.getTime() - RETRY_MS).toISOString())
    .execute();
  await transaction
    .updateTable("waiting_people")
    .set({ failed_at: now.toISOString() })
    .where("id", "in", ids)
    .where("failed_at", "is", null)
    .execute();
}

/** Reserves the places of the people who were notified, and of those before them. */
async function storeReservation(
  transaction: Transaction<Schema>,
  formId: string,
  { list, reserved, free, notified }: NotifiedList,
  now: Date,
): Promise<void> {
  if (notified.length === 0) return;
  const { field_id, choice_id } = list;
  const reservation = {
    told: reserved + notified.length,
    told_at: now.toISOString(),
    told_taken: free.taken,
  };
  await transaction
    .insertInto("waiting_places")
    .values({ form_id: formId, field_id, choice_id, ...reservation })
    .onConflict((conflict) => conflict.columns(["form_id", "field_id", "choice_id"]).doUpdateSet(reservation))
    .execute();
}
