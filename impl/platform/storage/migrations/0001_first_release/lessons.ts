import type { Kysely } from "kysely";
import { makePartOf, makeRequired, primaryKey } from "./columns.ts";

/** Lessons with their quotes, parts and attempts. */
export async function createLessonTables(db: Kysely<unknown>): Promise<void> {
  await createLessonQuotes(db);
  await createLessons(db);
  await createLessonParts(db);
  await createLessonAttempts(db);
}

async function createLessonQuotes(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("lesson_quotes")
    .addColumn("id", "text", primaryKey)
    .addColumn("account_id", "text", makePartOf("accounts.id"))
    .addColumn("prompt", "text", makeRequired)
    .addColumn("languages", "text", makeRequired)
    .addColumn("illustration_count", "integer", makeRequired)
    .addColumn("input_hash", "text", makeRequired)
    .addColumn("price_version", "integer", makeRequired)
    .addColumn("breakdown", "text", makeRequired)
    .addColumn("total_credits", "integer", makeRequired)
    .addColumn("created_at", "text", makeRequired)
    .addColumn("expires_at", "text", makeRequired)
    .execute();
  await db.schema.createIndex("lesson_quotes_by_expiry").on("lesson_quotes").column("expires_at").execute();
  // Counts the quotes of an account that can still be accepted.
  await db.schema
    .createIndex("lesson_quotes_by_account")
    .on("lesson_quotes")
    .columns(["account_id", "expires_at"])
    .execute();
}

async function createLessons(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("lessons")
    .addColumn("id", "text", primaryKey)
    .addColumn("account_id", "text", makePartOf("accounts.id"))
    .addColumn("quote_id", "text", (column) => column.notNull().unique().references("lesson_quotes.id"))
    .addColumn("task_mode", "text", makeRequired)
    .addColumn("password_hash", "text")
    .addColumn("name", "text")
    .addColumn("unpublished_at", "text")
    .addColumn("status", "text", makeRequired)
    .addColumn("content", "text")
    .addColumn("generation_id", "text")
    .addColumn("created_at", "text", makeRequired)
    .addColumn("finished_at", "text")
    .execute();
  await db.schema.createIndex("lessons_by_account").on("lessons").column("account_id").execute();
}

async function createLessonParts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("lesson_parts")
    .addColumn("lesson_id", "text", makePartOf("lessons.id"))
    .addColumn("position", "integer", makeRequired)
    .addColumn("kind", "text", makeRequired)
    .addColumn("name", "text", makeRequired)
    .addColumn("credits", "integer", makeRequired)
    .addColumn("status", "text", makeRequired)
    .addColumn("error", "text")
    .addColumn("storage_key", "text")
    .addColumn("media_type", "text")
    .addColumn("alt", "text")
    .addColumn("width", "integer")
    .addColumn("height", "integer")
    .addPrimaryKeyConstraint("lesson_parts_key", ["lesson_id", "position"])
    .execute();
  await db.schema.createIndex("lesson_parts_by_file").on("lesson_parts").column("storage_key").execute();
}

async function createLessonAttempts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("lesson_attempts")
    .addColumn("id", "text", primaryKey)
    .addColumn("lesson_id", "text", makePartOf("lessons.id"))
    .addColumn("results", "text", makeRequired)
    .addColumn("verdicts", "text", makeRequired)
    .addColumn("started_at", "text", makeRequired)
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
}
