import type { Kysely, Migration } from "kysely";

/** Counts the quotes of an account that can still be accepted. */
export const quotesOfAccounts: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createIndex("lesson_quotes_by_account")
      .on("lesson_quotes")
      .columns(["account_id", "expires_at"])
      .execute();
  },
};
