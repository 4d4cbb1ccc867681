import { type Kysely, type Migration, SqliteAdapter, sql } from "kysely";

/**
 * How many bytes of files are not sent: of each form, of each network and in all. Triggers keep them, so an upload reads three rows. A
 * network is forgotten with its last file.
 */
export const unsentUsage: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable("unsent_usage")
      .addColumn("id", "text", (column) => column.primaryKey().notNull())
      .addColumn("bytes", "bigint", (column) => column.notNull())
      .execute();
    await sql`insert into unsent_usage (id, bytes)
      select '', coalesce(sum(size_bytes), 0) from files where fill_id is not null
      union all select form_id, sum(size_bytes) from files join fills on fills.id = fill_id group by form_id
      union all select network, sum(size_bytes) from files
        where fill_id is not null and network is not null group by network`.execute(db);
    const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter;
    for (const statement of isSqlite ? sqliteTriggers : postgresTriggers)
      await sql.raw(statement).execute(db);
  },
};

/** The row of all files comes first: of two transactions that add files, one waits there, so there is no deadlock. */
const weigh = (row: "old" | "new") => `
  insert into unsent_usage (id, bytes)
  select id, ${row === "new" ? "" : "-"}${row}.size_bytes from (
    select '' as id
    union all select form_id from fills where id = ${row}.fill_id
    union all select ${row}.network where ${row}.network is not null
  ) as counted where true
  on conflict (id) do update set bytes = unsent_usage.bytes + excluded.bytes;
  delete from unsent_usage where bytes = 0 and id in (
    select form_id from fills where id = ${row}.fill_id union all select ${row}.network);`;

const sqliteTriggers = [
  `create trigger unsent_added after insert on files when new.fill_id is not null begin ${weigh("new")} end`,
  `create trigger unsent_removed after delete on files when old.fill_id is not null begin ${weigh("old")} end`,
  `create trigger unsent_moved after update of fill_id on files
    when old.fill_id is not null and new.fill_id is null begin ${weigh("old")} end`,
];

/** After the triggers that weigh files of accounts, in the order of their names. */
const postgresTriggers = [
  `create function weigh_unsent() returns trigger language plpgsql as $$ begin
    if tg_op = 'INSERT' then ${weigh("new")} else ${weigh("old")} end if;
    return null;
  end $$`,
  "create trigger unsent_added after insert on files for each row when (new.fill_id is not null) execute function weigh_unsent()",
  "create trigger unsent_removed after delete on files for each row when (old.fill_id is not null) execute function weigh_unsent()",
  `create trigger unsent_moved after update of fill_id on files for each row
    when (old.fill_id is not null and new.fill_id is null) execute function weigh_unsent()`,
];
