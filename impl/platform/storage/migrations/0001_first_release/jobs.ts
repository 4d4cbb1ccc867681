import type { Kysely } from "kysely";
import { makePartOf, makeRequired, primaryKey } from "./columns.ts";

/** Work that workers have to do, and calls that go on meanwhile. */
export async function createJobTables(db: Kysely<unknown>): Promise<void> {
  await createJobs(db);
  await createToolTasks(db);
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

/** Calls of tools that go on after their answer. */
async function createToolTasks(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("tool_tasks")
    .addColumn("id", "text", primaryKey)
    .addColumn("account_id", "text", makePartOf("accounts.id"))
    .addColumn("revision", "integer", makeRequired)
    .addColumn("is_running", "integer", makeRequired)
    .addColumn("task", "text", makeRequired)
    .addColumn("expires_at", "text", makeRequired)
    .execute();
  await db.schema
    .createIndex("tool_tasks_by_account")
    .on("tool_tasks")
    .columns(["account_id", "is_running"])
    .execute();
  await db.schema.createIndex("tool_tasks_by_end").on("tool_tasks").column("expires_at").execute();
}
