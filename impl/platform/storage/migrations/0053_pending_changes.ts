import { type Kysely, type Migration, SqliteAdapter, sql } from "kysely";
import { lessStructures, moreStructures } from "./0036_account_usage.ts";

/** Changes of forms that are kept and not published yet. Their structures count as those of versions do. */
export const pendingChanges: Migration = {
  async up(db: Kysely<unknown>) {
    const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter;
    for (const statement of [table, ...(isSqlite ? sqliteTriggers : [postgresTrigger])])
      await sql.raw(statement).execute(db);
  },
};

const table = `create table pending_changes (
  form_id text primary key not null references forms (id) on delete cascade, id text not null, structure text not null,
  base_version integer not null, account_id text references accounts (id) on delete set null, changed_at text not null)`;

const sqliteTriggers = [
  `create trigger pending_weighed_when_added after insert on pending_changes begin ${moreStructures} end`,
  `create trigger pending_weighed_when_removed after delete on pending_changes begin ${lessStructures} end`,
];

const postgresTrigger =
  "create trigger pending_weighed after insert or delete on pending_changes for each row execute function weigh_versions()";
