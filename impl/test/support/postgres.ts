/** Starts a PostgreSQL server for the test run. */
import type { TestProject } from "vitest/node";
import { openPostgres } from "../../platform/storage/postgres/open.ts";
import { startPostgres } from "./postgres-server.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** Address of a PostgreSQL server without a database; undefined: the tests run on SQLite. */
    postgres: string | undefined;
  }
}

/** The template of the tests' databases. */
export const TEMPLATE = "migrated";

export const quiet = { info: () => {}, warn: () => {}, error: () => {} };

/** Starts a real PostgreSQL for the tests that run on both engines; it ends with them. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, process, remove } = await startPostgres(
    // Speed instead of durability; and nothing that visits the databases of tests on its own.
    [
      "fsync=off",
      "full_page_writes=off",
      "wal_level=minimal",
      "max_wal_senders=0",
      "autovacuum=off",
      "max_connections=400",
    ],
    // The collation differs from the order of bytes, to show that ours does not depend on it.
    ["--locale-provider=icu", "--icu-locale=en-US", "--encoding=UTF8"],
  );
  await process.createDatabase(TEMPLATE);
  // Migrated once, then copied: no test shares its database with another.
  await (await openPostgres(`${url}/${TEMPLATE}`, quiet)).close();
  project.provide("postgres", url);
  return remove;
}
