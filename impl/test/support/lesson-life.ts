/** Quotes, accepts and makes lessons without a server, and checks the ledger. */
import { expect, onTestFinished } from "vitest";
import type { Language } from "../../../generated/types.ts";
import { type Account, ensureAccount } from "../../accounts/accounts.ts";
import { creditBalance } from "../../accounts/credits/balance.ts";
import { generationQuota } from "../../accounts/generation/quota.ts";
import { type AcceptedQuote, createLesson } from "../../lessons/create.ts";
import { lessonJobs } from "../../lessons/generate.ts";
import { quoteLesson } from "../../lessons/quote.ts";
import { generationStatus } from "../../lessons/status.ts";
import type { LessonWriter } from "../../lessons/writer.ts";
import { openFileStore } from "../../platform/files/store.ts";
import { type JobReport, startWorker } from "../../platform/jobs/worker.ts";
import type { Storage } from "../../platform/storage/storage.ts";
import { dataDir } from "./data-dir.ts";
import { start } from "./domain.ts";
import { openEngine } from "./engine.ts";
import { shortLessons } from "./short-lessons.ts";

/** A node of the service on a data folder, with a clock to move and no worker yet; several may share a folder. */
export async function lessonNode({ folder = dataDir(), writer = shortLessons() as LessonWriter } = {}) {
  const storage = await openEngine(folder);
  onTestFinished(() => storage.close());
  const files = await openFileStore(folder);
  const time = { now: start };
  const clock = () => time.now;
  const reports: JobReport[] = [];
  const workers: ReturnType<typeof startWorker>[] = [];
  const parts = { storage, files, clock, writer, wakeWorker: () => workers.map(({ wake }) => wake()) };

  const quote = async (account: Account, languages: readonly Language[] = ["en"], illustrationCount = 0) =>
    (await quoteLesson(parts, account.id, { prompt: "Rivers", languages, illustrationCount }, clock())).id;
  const accept = (account: Account, quoteId: string, wish: Partial<AcceptedQuote> = {}) =>
    createLesson(parts, account.id, { quoteId, taskMode: "fixed", password: undefined, ...wish });
  const status = (account: Account, quoteId: string) =>
    generationStatus(storage.db, account.id, quoteId, clock());

  return {
    ...parts,
    folder,
    time,
    reports,
    quote,
    accept,
    status,
    later: (ms: number) => {
      time.now = new Date(time.now.getTime() + ms);
    },
    account: (email = "ada@example.org") => ensureAccount(storage.db, email, "trial", start),
    balance: async (account: Account) => creditBalance(storage.db, account, clock()),
    used: async (account: Account) => (await generationQuota(storage.db, account, clock())).used,
    /** A worker of this node; it stops with the test. */
    work() {
      const worker = startWorker({
        storage,
        clock,
        handlers: { lesson: lessonJobs(parts) },
        onJob: (report) => void reports.push(report),
        onError: (error) => expect.unreachable(String(error)),
      });
      workers.push(worker);
      onTestFinished(() => worker.stop());
      return worker;
    },
    /** The status once nothing changes by itself. The report of the last step may come later than its commit. */
    async finished(account: Account, quoteId: string) {
      await expect.poll(async () => (await status(account, quoteId)).pollAfterSeconds).toBe(0);
      return status(account, quoteId);
    },
  };
}

/** The laws of the ledger, for every account and every lesson of a database, whatever happened. */
export async function expectLedgerLaws({ db }: Pick<Storage, "db">): Promise<void> {
  const entries = await db
    .selectFrom("credit_entries as entry")
    .innerJoin("credit_transactions as cause", "cause.id", "entry.transaction_id")
    .selectAll("entry")
    .select(["cause.cause", "cause.reference"])
    .execute();
  for (const both of Map.groupBy(entries, ({ transaction_id }) => transaction_id).values())
    expect([both.length, sum(both)]).toEqual([2, 0]);
  const ledgerAccounts = Map.groupBy(
    entries,
    ({ account_id, ledger_account }) => `${account_id} ${ledger_account}`,
  );
  for (const [name, own] of ledgerAccounts)
    if (!name.endsWith("issued")) expect([name, sum(own) >= 0]).toEqual([name, true]);

  const byQuote = Map.groupBy(entries, ({ reference }) => reference.split("/")[0]!);
  const parts = Map.groupBy(
    await db.selectFrom("lesson_parts").selectAll().execute(),
    ({ lesson_id }) => lesson_id,
  );
  const jobs = new Set(
    (await db.selectFrom("jobs").select("subject").where("kind", "=", "lesson").execute()).map(
      ({ subject }) => subject,
    ),
  );
  const generations = await db
    .selectFrom("generations")
    .select("id")
    .where("operation", "=", "create_lesson")
    .execute();
  const units = new Set(generations.map(({ id }) => id));
  const lessons = await db
    .selectFrom("lessons")
    .innerJoin("lesson_quotes", "lesson_quotes.id", "lessons.quote_id")
    .select(["lessons.id", "quote_id", "status", "generation_id", "total_credits"])
    .execute();
  for (const { id, quote_id, status, generation_id, total_credits } of lessons) {
    const amounts = (ledgerAccount: string) =>
      sum(
        (byQuote.get(quote_id) ?? []).filter(
          ({ ledger_account, amount, cause }) =>
            ledger_account === ledgerAccount &&
            (ledgerAccount === "reserved" || (cause === "lesson_part" && amount > 0)),
        ),
      );
    const [reserved, charged, refunded] = [amounts("reserved"), amounts("charged"), amounts("available")];
    const creditsOf = (wanted: string) =>
      (parts.get(id) ?? []).reduce((total, part) => total + (part.status === wanted ? part.credits : 0), 0);
    expect({ id, quoted: reserved + charged + refunded, charged, refunded }).toEqual({
      id,
      quoted: total_credits,
      charged: creditsOf("completed"),
      refunded: creditsOf("failed"),
    });
    // No lesson is stuck: unfinished ones have a job, and finished ones have neither a job nor reserved credits.
    const isOver = ["completed", "partial", "failed"].includes(status);
    expect([id, jobs.has(id), isOver && reserved > 0]).toEqual([id, !isOver, false]);
    expect([id, generation_id !== null && units.has(generation_id)]).toEqual([id, status !== "failed"]);
  }
  expect(units.size).toBe(lessons.filter(({ status }) => status !== "failed").length);
  expect(jobs.size).toBe(
    lessons.filter(({ status }) => status === "queued" || status === "generating").length,
  );
}

function sum(entries: readonly { readonly amount: number }[]): number {
  return entries.reduce((total, { amount }) => total + amount, 0);
}
