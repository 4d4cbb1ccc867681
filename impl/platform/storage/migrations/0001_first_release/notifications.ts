import type { Kysely } from "kysely";
import { flag, makeOptionalPartOf, makePartOf, makeRequired, primaryKey } from "./columns.ts";

/** Creates the tables of mails about new responses, and of webhooks with their deliveries. */
export async function createNotificationTables(db: Kysely<unknown>): Promise<void> {
  await createResponseMails(db);
  await createResponseMailTexts(db);
  await createWebhooks(db);
  await createWebhookDeliveries(db);
}

async function createResponseMails(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("response_mails")
    .addColumn("form_id", "text", makePartOf("forms.id"))
    .addColumn("account_id", "text", makePartOf("accounts.id"))
    .addColumn("mode", "text", makeRequired)
    .addColumn("answers", "integer", flag)
    .addColumn("copies", "text", (column) => column.notNull().defaultTo("[]"))
    .addColumn("language", "text", makeRequired)
    .addColumn("waiting", "integer", makeRequired)
    .addColumn("mails", "integer", makeRequired)
    .addColumn("day", "text", makeRequired)
    .addColumn("mails_of_day", "integer", makeRequired)
    .addColumn("last_sent_at", "text")
    .addPrimaryKeyConstraint("response_mails_key", ["form_id", "account_id"])
    .execute();
  await db.schema
    .createIndex("response_mails_by_account")
    .on("response_mails")
    .columns(["account_id", "day"])
    .execute();
}

/**
 * The subjects and texts that accounts write for their mails about responses. They are no columns of `response_mails`, whose row goes
 * when the mails are turned off: a click on the link in a mail would delete them.
 */
async function createResponseMailTexts(db: Kysely<unknown>): Promise<void> {
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
}

async function createWebhooks(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("webhooks")
    .addColumn("id", "text", primaryKey)
    .addColumn("form_id", "text", makePartOf("forms.id"))
    .addColumn("url", "text", makeRequired)
    .addColumn("events", "text", makeRequired)
    .addColumn("addresses", "integer", makeRequired)
    .addColumn("secret", "text", makeRequired)
    .addColumn("created_at", "text", makeRequired)
    .addColumn("disabled_at", "text")
    .addColumn("notice", "integer", makeRequired)
    .addColumn("format", "text", (column) => column.notNull().defaultTo("json"))
    .addColumn("language", "text")
    .addColumn("added_by", "text")
    .addUniqueConstraint("webhooks_of_form", ["form_id", "url"])
    .execute();
}

async function createWebhookDeliveries(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("webhook_deliveries")
    .addColumn("id", "text", primaryKey)
    .addColumn("webhook_id", "text", makePartOf("webhooks.id"))
    .addColumn("form_id", "text", makePartOf("forms.id"))
    .addColumn("event", "text", makeRequired)
    .addColumn("response_id", "text", makeOptionalPartOf("responses.id"))
    .addColumn("state", "text", makeRequired)
    .addColumn("attempts", "integer", makeRequired)
    .addColumn("due_at", "text")
    .addColumn("sent_at", "text")
    .addColumn("status", "integer")
    .addColumn("problem", "text")
    .addColumn("answer", "text")
    .addColumn("created_at", "text", makeRequired)
    .execute();
  await db.schema
    .createIndex("webhook_deliveries_by_webhook_id_due_at")
    .on("webhook_deliveries")
    .columns(["webhook_id", "due_at"])
    .execute();
  await db.schema
    .createIndex("webhook_deliveries_by_webhook_id_created_at")
    .on("webhook_deliveries")
    .columns(["webhook_id", "created_at"])
    .execute();
  await db.schema
    .createIndex("webhook_deliveries_by_form_id")
    .on("webhook_deliveries")
    .column("form_id")
    .execute();
  await db.schema
    .createIndex("webhook_deliveries_by_response_id")
    .on("webhook_deliveries")
    .column("response_id")
    .execute();
  await db.schema
    .createIndex("webhook_deliveries_by_created_at")
    .on("webhook_deliveries")
    .column("created_at")
    .execute();
}
