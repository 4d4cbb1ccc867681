/** The table of jobs. A job is done under a lease, and only who has its present lease can change anything. */
import type { Transaction } from "kysely";
import { newId, randomBase62 } from "../ids.ts";
import { lockAccount } from "../storage/lock-account.ts";
import type { Schema } from "../storage/schema.ts";
import type { Queries, Storage } from "../storage/storage.ts";
import type { Stores } from "../stores.ts";

/** A worker renews its lease while it works. If its process dies, another worker takes over after this time. */
export const LEASE_MS = 30_000;
/** Workers that ask at once try these in turn, so that none of them waits for another. */
const CANDIDATES = 10;

/** A job that a worker has claimed. */
export interface Job {
  readonly id: string;
  readonly accountId: string;
  readonly kind: Schema["jobs"]["kind"];
  readonly subject: string;
  /** Which attempt this is since the last progress, from 1. */
  readonly attempt: number;
  readonly lease: string;
}

/** The lease has ended and another worker has the job, or the job was removed. Nothing was changed. */
export class LeaseLost extends Error {
  override readonly name = "LeaseLost";
}

type NewJob = Pick<Job, "accountId" | "kind" | "subject">;

/** Adds a job in the transaction that causes it: there is neither one without the other. */
export async function addJob(transaction: Transaction<Schema>, job: NewJob, now: Date): Promise<void> {
  await transaction
    .insertInto("jobs")
    .values(newJob(job, now, now))
    .execute();
}

/**
 * Adds a job unless there is one with the same subject. In both cases the job is locked until the transaction ends: a worker
 * that is about to end it waits, and sees the changes of the transaction.
 */
export async function ensureJob(
  transaction: Transaction<Schema>,
  job: NewJob,
  dueAt: Date,
  now: Date,
): Promise<void> {
  await transaction
    .insertInto("jobs")
    .values(newJob(job, dueAt, now))
    .onConflict((conflict) =>
      conflict.columns(["kind", "subject"]).doUpdateSet(({ ref }) => ({ subject: ref("jobs.subject") })),
    )
    .execute();
}

/** Brings forward the next attempt at a job that waits for a later one. */
export async function hastenJob(
  transaction: Transaction<Schema>,
  { kind, subject }: Pick<Job, "kind" | "subject">,
  dueAt: Date,
): Promise<void> {
  const at = dueAt.toISOString();
  await transaction
    .updateTable("jobs")
    .set({ due_at: at })
    .where("kind", "=", kind)
    .where("subject", "=", subject)
    .where("due_at", ">", at)
    .execute();
}

function newJob({ accountId, kind, subject }: NewJob, dueAt: Date, now: Date): Schema["jobs"] {
  return {
    id: newId("job"),
    account_id: accountId,
    kind,
    subject,
    due_at: dueAt.toISOString(),
    attempts: 0,
    lease: null,
    leased_until: null,
    created_at: now.toISOString(),
  };
}

/** Removes a job, even if a worker has claimed it: the worker's later work has no effect. */
export async function removeJob(
  transaction: Transaction<Schema>,
  kind: Job["kind"],
  subject: string,
): Promise<void> {
  await transaction.deleteFrom("jobs").where("kind", "=", kind).where("subject", "=", subject).execute();
}

/** Claims the job that has been due longest and that no living worker has. @param kinds the kinds that the worker can run */
export async function claimJob(
  { db }: Pick<Storage, "db">,
  now: Date,
  kinds: readonly Job["kind"][],
): Promise<Job | undefined> {
  const at = now.toISOString();
  const candidates = await db
    .selectFrom("jobs")
    .select("id")
    .where("kind", "in", kinds)
    .where("due_at", "<=", at)
    .where(({ or, eb }) => or([eb("leased_until", "is", null), eb("leased_until", "<=", at)]))
    .orderBy("due_at")
    .limit(CANDIDATES)
    .execute();
  for (const { id } of candidates) {
    // Repeats the conditions: another worker may have been faster.
    const claimed = await db
      .updateTable("jobs")
      .set(({ eb }) => ({
        lease: randomBase62(22),
        leased_until: leaseEnd(now),
        attempts: eb("attempts", "+", 1),
      }))
      .where("id", "=", id)
      .where("due_at", "<=", at)
      .where(({ or, eb }) => or([eb("leased_until", "is", null), eb("leased_until", "<=", at)]))
      .returningAll()
      .executeTakeFirst();
    if (claimed) return toJob(claimed);
  }
  return undefined;
}

function toJob({ id, account_id, kind, subject, attempts, lease }: Schema["jobs"]): Job {
  return { id, accountId: account_id, kind, subject, attempt: attempts, lease: lease! };
}

/** False: another worker has the job. */
export async function renewLease(queries: Queries, job: Job, now: Date): Promise<boolean> {
  return updateJob(queries, job, { leased_until: leaseEnd(now) });
}

/**
 * A transaction that changes something only while the lease holds, and that no other worker of the job gets into. The
 * account is locked first, as everywhere, which prevents deadlocks.
 * @throws LeaseLost
 */
export async function underLease<Result>(
  { db }: Pick<Storage, "db">,
  job: Job,
  run: (transaction: Transaction<Schema>) => Promise<Result>,
): Promise<Result> {
  return db.transaction().execute(async (transaction) => {
    await lockAccount(transaction, job.accountId);
    // The same value again: it locks the row.
    if (!(await updateJob(transaction, job, { lease: job.lease })))
      throw new LeaseLost(`Somebody else has ${job.id}`);
    return run(transaction);
  });
}

/** Gives the job back for its next step, after progress. */
export async function continueJob(transaction: Transaction<Schema>, job: Job, now: Date): Promise<void> {
  const free = { lease: null, leased_until: null, attempts: 0, due_at: now.toISOString() };
  await updateJob(transaction, job, free);
}

/** Gives the job back for later, as after progress. */
export async function pauseJob(
  { storage, clock }: Pick<Stores, "storage" | "clock">,
  job: Job,
  pauseMs: number,
): Promise<void> {
  await underLease(storage, job, (transaction) =>
    continueJob(transaction, job, new Date(clock().getTime() + pauseMs)),
  );
}

/** The job is done. */
export async function endJob(transaction: Transaction<Schema>, job: Job): Promise<void> {
  await transaction.deleteFrom("jobs").where("id", "=", job.id).where("lease", "=", job.lease).execute();
}

/** Gives a job back after a failed attempt. False: another worker has it. */
export async function postponeJob(queries: Queries, job: Job, until: Date): Promise<boolean> {
  return updateJob(queries, job, { lease: null, leased_until: null, due_at: until.toISOString() });
}

/** Gives a job back, as if it had not been claimed. False: another worker has it. */
export async function releaseJob(queries: Queries, job: Job): Promise<boolean> {
  return updateJob(queries, job, { lease: null, leased_until: null, attempts: job.attempt - 1 });
}

async function updateJob(
  queries: Queries,
  { id, lease }: Job,
  set: Partial<Schema["jobs"]>,
): Promise<boolean> {
  const { numUpdatedRows } = await queries
    .updateTable("jobs")
    .set(set)
    .where("id", "=", id)
    .where("lease", "=", lease)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

function leaseEnd(now: Date): string {
  return new Date(now.getTime() + LEASE_MS).toISOString();
}
