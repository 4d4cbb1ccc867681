import type { Kysely } from "kysely";
import { partOf, primaryKey, required } from "./columns.ts";

/** Work that workers have to do. */
export async function createJobTable(db: Kysely<unknown>): Promise<void> {
  await createJobs(db);
}

async function createJobs(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("jobs")
    .addColumn("id", "text", primaryKey)
    .addColumn("account_id", "text", partOf("accounts.id"))
    .addColumn("kind", "text", required)
    .addColumn("subject", "text", required)
    .addColumn("due_at", "text", required)
    .addColumn("attempts", "integer", required)
    .addColumn("lease", "text")
    .addColumn("leased_until", "text")
    .addColumn("created_at", "text", required)
    .addUniqueConstraint("jobs_once", ["kind", "subject"])
    .execute();
  await db.schema.createIndex("jobs_by_due_time").on("jobs").column("due_at").execute();
  await db.schema.createIndex("jobs_by_account").on("jobs").column("account_id").execute();
}
