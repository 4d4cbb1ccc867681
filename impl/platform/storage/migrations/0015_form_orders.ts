import { type Kysely, type Migration, sql } from "kysely";

/** The list of forms can be sorted by creation and by title. Long titles are compared by their beginning, as in `forms/list-order.ts`. */
export const formOrders: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createIndex("forms_by_creation")
      .on("forms")
      .columns(["owner_id", "created_at", "id"])
      .execute();
    await sql`create index forms_by_title on forms (owner_id, substr(title_folded, 1, 100), id)`.execute(db);
  },
};
