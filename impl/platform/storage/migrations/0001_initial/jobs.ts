import type { Kysely } from "kysely";
import { makePartOf, makeRequired, primaryKey } from "./columns.ts";

/** Work that workers have to do. */
export async function createJobTable(db: Kysely<unknown>): Promise<void> {
  await createJobs(db);
}

async function createJobs(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("jobs")
    .addColumn("id", "text", primaryKey)
    .addColumn("account_id", "text", makePartOf("accounts.id"))
    .addColumn("kind", "text", makeRequired)
    .addColumn("subject", "text", makeRequired)
    .addColumn("due_at", "text", makeRequired)
    .addColumn("attempts", "integer", makeRequired)
    .addColumn("lease", "text")
    .addColumn("leased_until", "text")
    .addColumn("created_at", "text", makeRequired)
    .addUniqueConstraint("jobs_once", ["kind", "subject"])
    .execute();
  await db.schema.createIndex("jobs_by_due_time").on("jobs").column("due_at").execute();
  await db.schema.createIndex("jobs_by_account").on("jobs").column("account_id").execute();
}
