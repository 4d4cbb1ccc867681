import type { Kysely, Migration } from "kysely";
import { makePartOf, makeRequired, primaryKey } from "./0001_initial/columns.ts";

/** Calls of tools that go on after their answer. */
export const toolTasks: Migration = {
  async up(db: Kysely<unknown>) {
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
  },
};
