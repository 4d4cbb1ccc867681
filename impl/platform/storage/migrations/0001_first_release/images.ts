import type { Kysely } from "kysely";
import { makePartOf, makeRequired, primaryKey, unique } from "./columns.ts";

/** Creates logos, covers and favicons. An image may belong to a form and to its copies; it is removed with the last of them. */
export async function createImageTables(db: Kysely<unknown>): Promise<void> {
  await createImages(db);
  await createFormImages(db);
}

async function createImages(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("images")
    .addColumn("id", "text", primaryKey)
    .addColumn("content_type", "text", makeRequired)
    .addColumn("width", "integer", makeRequired)
    .addColumn("height", "integer", makeRequired)
    .addColumn("size_bytes", "integer", makeRequired)
    .addColumn("storage_key", "text", unique)
    .addColumn("created_at", "text", makeRequired)
    .execute();
}

async function createFormImages(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("form_images")
    .addColumn("form_id", "text", makePartOf("forms.id"))
    .addColumn("image_id", "text", makePartOf("images.id"))
    .addPrimaryKeyConstraint("form_images_key", ["form_id", "image_id"])
    .execute();
  await db.schema.createIndex("form_images_by_image").on("form_images").column("image_id").execute();
}
