import type { Kysely, Migration } from "kysely";
import { makePartOf, makeRequired } from "./0001_initial/columns.ts";

/** The authors of versions. The rows are not columns of the versions, so they go with the account of their author. */
export const versionAuthors: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable("version_authors")
      .addColumn("form_id", "text", makeRequired)
      .addColumn("version", "integer", makeRequired)
      .addColumn("account_id", "text", makePartOf("accounts.id"))
      .addColumn("tool", "text", makeRequired)
      .addColumn("name", "text")
      .addPrimaryKeyConstraint("version_authors_key", ["form_id", "version"])
      .addForeignKeyConstraint(
        "version_authors_version",
        ["form_id", "version"],
        "form_versions",
        ["form_id", "version"],
        (constraint) => constraint.onDelete("cascade"),
      )
      .execute();
    await db.schema
      .createIndex("version_authors_by_account")
      .on("version_authors")
      .column("account_id")
      .execute();
  },
};
