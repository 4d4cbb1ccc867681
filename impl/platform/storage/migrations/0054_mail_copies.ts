import type { Kysely, Migration } from "kysely";

/** Addresses that get an account's mails about a form, too. */
export const mailCopies: Migration = {
  async up(db: Kysely<unknown>) {
    const table = db.schema.alterTable("response_mails");
    await table.addColumn("copies", "text", (column) => column.notNull().defaultTo("[]")).execute();
  },
};
