import type { Kysely, Migration } from "kysely";
import { flag, makeKeyOf, makePartOf, makeRequired, unique } from "./0001_initial/columns.ts";

/** Secret addresses at which spreadsheets load the responses of a form. No row: the form has none. */
export const liveAddresses: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable("live_addresses")
      .addColumn("form_id", "text", makeKeyOf("forms.id"))
      .addColumn("account_id", "text", makePartOf("accounts.id"))
      .addColumn("hash", "text", unique)
      .addColumn("addresses", "integer", flag)
      .addColumn("language", "text", makeRequired)
      .addColumn("created_at", "text", makeRequired)
      .addColumn("last_read_at", "text")
      .execute();
    await db.schema
      .createIndex("live_addresses_by_account")
      .on("live_addresses")
      .column("account_id")
      .execute();
  },
};
