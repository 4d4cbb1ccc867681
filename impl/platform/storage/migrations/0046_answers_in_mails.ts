import { type Kysely, type Migration, sql } from "kysely";

/** Which mails have answers in them, and which accounts have proven that they read the mails of their address. */
export const answersInMails: Migration = {
  async up(db: Kysely<unknown>) {
    for (const [table, column] of [
      ["accounts", "email_confirmed"],
      ["forms", "receipts"],
      ["response_mails", "answers"],
    ] as const)
      await db.schema
        .alterTable(table)
        .addColumn(column, "integer", (definition) => definition.notNull().defaultTo(0))
        .execute();
    // A password is only ever set by a mailed link.
    await sql`update accounts set email_confirmed = 1 where id in (select account_id from credentials)`.execute(
      db,
    );
  },
};
