import type { Kysely, Migration } from "kysely";
import { makeKeyOf, makeRequired } from "./0001_initial/columns.ts";

/** Forms whose results everybody with a secret link sees. No row: nobody does. */
export const sharedResults: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable("shared_results")
      .addColumn("form_id", "text", makeKeyOf("forms.id"))
      .addColumn("nonce", "text", makeRequired)
      .addColumn("fields", "text", makeRequired)
      .execute();
  },
};
