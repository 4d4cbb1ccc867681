import type { Kysely, Migration } from "kysely";

/** Who gets mails about new responses to which form, and what has been sent. */
export const responseMails: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable("response_mails")
      .addColumn("form_id", "text", (column) => column.notNull().references("forms.id").onDelete("cascade"))
      .addColumn("account_id", "text", (column) =>
        column.notNull().references("accounts.id").onDelete("cascade"),
      )
      .addColumn("mode", "text", (column) => column.notNull())
      .addColumn("language", "text", (column) => column.notNull())
      .addColumn("waiting", "integer", (column) => column.notNull())
      .addColumn("mails", "integer", (column) => column.notNull())
      .addColumn("day", "text", (column) => column.notNull())
      .addColumn("mails_of_day", "integer", (column) => column.notNull())
      .addColumn("last_sent_at", "text")
      .addPrimaryKeyConstraint("response_mails_key", ["form_id", "account_id"])
      .execute();
    await db.schema
      .createIndex("response_mails_by_account")
      .on("response_mails")
      .columns(["account_id", "day"])
      .execute();
  },
};
