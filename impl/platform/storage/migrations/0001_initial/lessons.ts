import type { Kysely } from "kysely";
import { partOf, primaryKey, required } from "./columns.ts";

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
    .addColumn("account_id", "text", partOf("accounts.id"))
    .addColumn("prompt", "text", required)
    .addColumn("languages", "text", required)
    .addColumn("illustration_count", "integer", required)
    .addColumn("input_hash", "text", required)
    .addColumn("price_version", "integer", required)
    .addColumn("breakdown", "text", required)
    .addColumn("total_credits", "integer", required)
    .addColumn("created_at", "text", required)
    .addColumn("expires_at", "text", required)
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
    .addColumn("account_id", "text", partOf("accounts.id"))
    .addColumn("quote_id", "text", (column) => column.notNull().unique().references("lesson_quotes.id"))
    .addColumn("task_mode", "text", required)
    .addColumn("password_hash", "text")
    .addColumn("name", "text")
    .addColumn("unpublished_at", "text")
    .addColumn("status", "text", required)
    .addColumn("content", "text")
    .addColumn("generation_id", "text")
    .addColumn("created_at", "text", required)
    .addColumn("finished_at", "text")
    .execute();
  await db.schema.createIndex("lessons_by_account").on("lessons").column("account_id").execute();
}

async function createLessonParts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("lesson_parts")
    .addColumn("lesson_id", "text", partOf("lessons.id"))
    .addColumn("position", "integer", required)
    .addColumn("kind", "text", required)
    .addColumn("name", "text", required)
    .addColumn("credits", "integer", required)
    .addColumn("status", "text", required)
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
    .addColumn("lesson_id", "text", partOf("lessons.id"))
    .addColumn("results", "text", required)
    .addColumn("verdicts", "text", required)
    .addColumn("started_at", "text", required)
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
