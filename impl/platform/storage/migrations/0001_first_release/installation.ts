import type { Kysely } from "kysely";
import { makeRequired, primaryKey } from "./columns.ts";

/** Keys of the installation, and deletions that a restored backup must repeat. */
export async function createInstallationTables(db: Kysely<unknown>): Promise<void> {
  await createSecrets(db);
  await createDeletions(db);
}

async function createSecrets(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("secrets")
    .addColumn("name", "text", primaryKey)
    .addColumn("value", "text", makeRequired)
    .execute();
}

async function createDeletions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("deletions")
    .addColumn("id", "text", primaryKey)
    .addColumn("deleted_at", "text", makeRequired)
    .execute();
  await db.schema.createIndex("deletions_by_time").on("deletions").column("deleted_at").execute();
}
