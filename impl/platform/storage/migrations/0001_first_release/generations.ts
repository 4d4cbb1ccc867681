import type { Kysely } from "kysely";
import { makePartOf, makeRequired, primaryKey } from "./columns.ts";

/** The generation quota, and calls of language models. */
export async function createGenerationTables(db: Kysely<unknown>): Promise<void> {
  await createGenerations(db);
  await createModelCalls(db);
}

async function createGenerations(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("generations")
    .addColumn("id", "text", primaryKey)
    .addColumn("account_id", "text", makePartOf("accounts.id"))
    .addColumn("operation", "text", makeRequired)
    .addColumn("idempotency_key", "text")
    .addColumn("input_hash", "text", makeRequired)
    .addColumn("leased_until", "text")
    .addColumn("result", "text")
    .addColumn("created_at", "text", makeRequired)
    .addUniqueConstraint("generations_idempotency", ["account_id", "idempotency_key"])
    .execute();
  await db.schema
    .createIndex("generations_by_month")
    .on("generations")
    .columns(["account_id", "created_at"])
    .execute();
  // Finds the generations whose process died, without reading every generation of an account.
  await db.schema
    .createIndex("generations_leased")
    .on("generations")
    .columns(["account_id", "leased_until"])
    .where("leased_until" as never, "is not", null)
    .execute();
}

async function createModelCalls(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("model_calls")
    .addColumn("id", "text", primaryKey)
    .addColumn("account_id", "text", makePartOf("accounts.id"))
    .addColumn("purpose", "text", makeRequired)
    .addColumn("model", "text", makeRequired)
    .addColumn("outcome", "text", makeRequired)
    .addColumn("input_tokens", "integer")
    .addColumn("output_tokens", "integer")
    .addColumn("cost", "bigint")
    .addColumn("ms", "integer", makeRequired)
    .addColumn("created_at", "text", makeRequired)
    .execute();
  await db.schema.createIndex("model_calls_by_time").on("model_calls").column("created_at").execute();
  await db.schema
    .createIndex("model_calls_by_account")
    .on("model_calls")
    .columns(["account_id", "created_at"])
    .execute();
}
