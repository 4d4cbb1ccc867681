import { type Kysely, type Migration, sql } from "kysely";

/** Responses with what confirms them, forms being filled in, and uploaded files. */
export const responses: Migration = {
  async up(db: Kysely<unknown>) {
    await responseTables(db);
    await fillTable(db);
    await fileTable(db);
  },
};

async function responseTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("responses")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("form_id", "text", (column) => column.notNull().references("forms.id").onDelete("cascade"))
    .addColumn("form_version", "integer", (column) => column.notNull())
    .addColumn("status", "text", (column) => column.notNull())
    .addColumn("language", "text", (column) => column.notNull())
    .addColumn("email", "text")
    .addColumn("answers", "text", (column) => column.notNull())
    .addColumn("submitted_at", "text", (column) => column.notNull())
    .addColumn("verified_at", "text")
    .addCheckConstraint(
      "responses_status",
      sql`status in ('pending_verification', 'verified', 'spam', 'deleted')`,
    )
    .execute();
  // The order of reads and exports: by time, then by id.
  await db.schema
    .createIndex("responses_by_form")
    .on("responses")
    .columns(["form_id", "status", "submitted_at", "id"])
    .execute();
  await db.schema.createIndex("responses_by_email").on("responses").column("email").execute();
  await db.schema
    .createIndex("responses_by_age")
    .on("responses")
    .columns(["status", "submitted_at"])
    .execute();
  await db.schema
    .createTable("verifications")
    .addColumn("response_id", "text", (column) =>
      column.primaryKey().notNull().references("responses.id").onDelete("cascade"),
    )
    .addColumn("code_hash", "text", (column) => column.notNull())
    .addColumn("code_expires_at", "text", (column) => column.notNull())
    .addColumn("attempts_left", "integer", (column) => column.notNull())
    .addColumn("link_hash", "text", (column) => column.notNull().unique())
    .addColumn("link_expires_at", "text", (column) => column.notNull())
    .addColumn("sent_at", "text", (column) => column.notNull())
    .execute();
}

async function fillTable(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("fills")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("form_id", "text", (column) => column.notNull().references("forms.id").onDelete("cascade"))
    .addColumn("form_version", "integer", (column) => column.notNull())
    .addColumn("given", "text", (column) => column.notNull())
    .addColumn("response_id", "text", (column) => column.references("responses.id").onDelete("cascade"))
    .addColumn("updated_at", "text", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("fills_by_age").on("fills").column("updated_at").execute();
  await db.schema.createIndex("fills_by_response").on("fills").column("response_id").execute();
}

async function fileTable(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("files")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("fill_id", "text", (column) => column.references("fills.id").onDelete("cascade"))
    .addColumn("response_id", "text", (column) => column.references("responses.id").onDelete("cascade"))
    .addColumn("field_id", "text", (column) => column.notNull())
    .addColumn("position", "integer", (column) => column.notNull())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("size_bytes", "integer", (column) => column.notNull())
    .addColumn("content_type", "text", (column) => column.notNull())
    .addColumn("storage_key", "text", (column) => column.notNull().unique())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addCheckConstraint("files_owner", sql`(fill_id is null) <> (response_id is null)`)
    .execute();
  await db.schema.createIndex("files_by_fill").on("files").column("fill_id").execute();
  await db.schema.createIndex("files_by_response").on("files").column("response_id").execute();
}
