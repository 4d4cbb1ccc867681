import type { Kysely, Migration } from "kysely";

/** Changes of the titles that accounts can access, and counts of refused shares. */
export const directories: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable("directories")
      .addColumn("account_id", "text", (column) =>
        column.primaryKey().notNull().references("accounts.id").onDelete("cascade"),
      )
      .addColumn("version", "integer", (column) => column.notNull())
      .execute();
    await db.schema
      .createTable("directory_changes")
      .addColumn("account_id", "text", (column) =>
        column.notNull().references("accounts.id").onDelete("cascade"),
      )
      .addColumn("version", "integer", (column) => column.notNull())
      .addColumn("form_id", "text", (column) => column.notNull())
      .addPrimaryKeyConstraint("directory_changes_key", ["account_id", "version"])
      .execute();
    await db.schema
      .createTable("share_refusals")
      .addColumn("account_id", "text", (column) =>
        column.notNull().references("accounts.id").onDelete("cascade"),
      )
      .addColumn("day", "text", (column) => column.notNull())
      .addColumn("refusals", "integer", (column) => column.notNull())
      .addPrimaryKeyConstraint("share_refusals_key", ["account_id", "day"])
      .execute();
  },
};
