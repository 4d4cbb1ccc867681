import type { Kysely, Migration } from "kysely";

/** Attempts of learners at lessons. */
export const lessonAttempts: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable("lesson_attempts")
      .addColumn("id", "text", (column) => column.primaryKey().notNull())
      .addColumn("lesson_id", "text", (column) =>
        column.notNull().references("lessons.id").onDelete("cascade"),
      )
      .addColumn("results", "text", (column) => column.notNull())
      .addColumn("verdicts", "text", (column) => column.notNull())
      .addColumn("started_at", "text", (column) => column.notNull())
      .addColumn("finished_at", "text")
      .execute();
    await db.schema
      .createIndex("lesson_attempts_by_lesson")
      .on("lesson_attempts")
      .columns(["lesson_id", "started_at"])
      .execute();
    await db.schema
      .createIndex("lesson_attempts_by_start")
      .on("lesson_attempts")
      .column("started_at")
      .execute();
  },
};
