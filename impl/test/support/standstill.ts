import { setTimeout as wait } from "node:timers/promises";
import { sql, type Transaction } from "kysely";
import type { Schema } from "../../platform/storage/schema.ts";
import type { Storage } from "../../platform/storage/storage.ts";
import { onPostgres, openEngine } from "./engine.ts";

/**
 * Makes others meet: they are started while another connection holds a lock that each of them needs, and it is given up when
 * all of them wait for it (or for each other) or are through. On SQLite, which has one writer, nothing can come in between.
 * @param hold takes the lock; what it writes is committed when the others stand still
 * @param start starts the others, one after the other; `stuck` resolves when all that were started stand still
 */
export async function atOnce(
  folder: string,
  hold: (transaction: Transaction<Schema>) => Promise<unknown>,
  start: (race: <R>(runner: Promise<R>) => Promise<R>, stuck: () => Promise<void>) => Promise<void> | void,
): Promise<void> {
  const storage = await openEngine(folder);
  const runners: Promise<unknown>[] = [];
  let over = 0;
  const race = <R>(runner: Promise<R>): Promise<R> => {
    const count = () => {
      over += 1;
    };
    runners.push(runner.then(count, count));
    return runner;
  };
  const stuck = async () => {
    while (onPostgres && over + (await waiting(storage)) < runners.length) await wait(2);
  };
  try {
    await storage.db.transaction().execute(async (transaction) => {
      await hold(transaction);
      await start(race, stuck);
      await stuck();
    });
    await Promise.all(runners);
  } finally {
    await storage.close();
  }
}

/** Connections that wait for somebody's lock. */
async function waiting({ db }: Storage): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return Number(rows[0]!.count);
}
