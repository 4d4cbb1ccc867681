import type { Kysely, Migration } from "kysely";

/** Logos, covers and favicons. An image may belong to a form and to its copies; it goes with the last of them. */
export const images: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable("images")
      .addColumn("id", "text", (column) => column.primaryKey().notNull())
      .addColumn("content_type", "text", (column) => column.notNull())
      .addColumn("width", "integer", (column) => column.notNull())
      .addColumn("height", "integer", (column) => column.notNull())
      .addColumn("size_bytes", "integer", (column) => column.notNull())
      .addColumn("storage_key", "text", (column) => column.notNull().unique())
      .addColumn("created_at", "text", (column) => column.notNull())
      .execute();
    await db.schema
      .createTable("form_images")
      .addColumn("form_id", "text", (column) => column.notNull().references("forms.id").onDelete("cascade"))
      .addColumn("image_id", "text", (column) => column.notNull().references("images.id").onDelete("cascade"))
      .addPrimaryKeyConstraint("form_images_key", ["form_id", "image_id"])
      .execute();
    await db.schema.createIndex("form_images_by_image").on("form_images").column("image_id").execute();
  },
};
