import type { Kysely, Migration } from "kysely";
import { flag } from "./0001_initial/columns.ts";

/** Whether the page that asks for a form's password has the title and the look of the form. */
export const passwordPages: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable("forms").addColumn("shows_title", "integer", flag).execute();
  },
};
