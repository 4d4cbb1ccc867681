import type { Kysely, Migration } from "kysely";

/** Lessons with their parts, and the jobs of workers. */
export const lessons: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable("lessons")
      .addColumn("id", "text", (column) => column.primaryKey().notNull())
      .addColumn("account_id", "text", (column) =>
        column.notNull().references("accounts.id").onDelete("cascade"),
      )
      .addColumn("quote_id", "text", (column) => column.notNull().unique().references("lesson_quotes.id"))
      .addColumn("task_mode", "text", (column) => column.notNull())
      .addColumn("password_hash", "text")
      .addColumn("status", "text", (column) => column.notNull())
      .addColumn("content", "text")
      .addColumn("generation_id", "text")
      .addColumn("created_at", "text", (column) => column.notNull())
      .addColumn("finished_at", "text")
      .execute();
    await db.schema.createIndex("lessons_by_account").on("lessons").column("account_id").execute();
    await db.schema
      .createTable("lesson_parts")
      .addColumn("lesson_id", "text", (column) =>
        column.notNull().references("lessons.id").onDelete("cascade"),
      )
      .addColumn("position", "integer", (column) => column.notNull())
      .addColumn("kind", "text", (column) => column.notNull())
      .addColumn("name", "text", (column) => column.notNull())
      .addColumn("credits", "integer", (column) => column.notNull())
      .addColumn("status", "text", (column) => column.notNull())
      .addColumn("error", "text")
      .addColumn("storage_key", "text")
      .addColumn("media_type", "text")
      .addColumn("alt", "text")
      .addPrimaryKeyConstraint("lesson_parts_key", ["lesson_id", "position"])
      .execute();
    await db.schema.createIndex("lesson_parts_by_file").on("lesson_parts").column("storage_key").execute();
    await db.schema
      .createTable("jobs")
      .addColumn("id", "text", (column) => column.primaryKey().notNull())
      .addColumn("account_id", "text", (column) =>
        column.notNull().references("accounts.id").onDelete("cascade"),
      )
      .addColumn("kind", "text", (column) => column.notNull())
      .addColumn("subject", "text", (column) => column.notNull())
      .addColumn("due_at", "text", (column) => column.notNull())
      .addColumn("attempts", "integer", (column) => column.notNull())
      .addColumn("lease", "text")
      .addColumn("leased_until", "text")
      .addColumn("created_at", "text", (column) => column.notNull())
      .addUniqueConstraint("jobs_once", ["kind", "subject"])
      .execute();
    await db.schema.createIndex("jobs_by_due_time").on("jobs").column("due_at").execute();
    await db.schema.createIndex("jobs_by_account").on("jobs").column("account_id").execute();
  },
};
