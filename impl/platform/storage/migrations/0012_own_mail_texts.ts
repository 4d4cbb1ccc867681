import type { Kysely, Migration } from "kysely";
import { makePartOf, makeRequired } from "./0001_initial/columns.ts";

/**
 * The subjects and texts that accounts write for their mails about responses. They are no columns of `response_mails`, whose row goes
 * when the mails are turned off: a click on the link in a mail would delete them.
 */
export const ownMailTexts: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable("response_mail_texts")
      .addColumn("form_id", "text", makePartOf("forms.id"))
      .addColumn("account_id", "text", makePartOf("accounts.id"))
      .addColumn("subject", "text", makeRequired)
      .addColumn("text", "text", makeRequired)
      .addPrimaryKeyConstraint("response_mail_texts_key", ["form_id", "account_id"])
      .execute();
    await db.schema
      .createIndex("response_mail_texts_by_account")
      .on("response_mail_texts")
      .column("account_id")
      .execute();
  },
};
