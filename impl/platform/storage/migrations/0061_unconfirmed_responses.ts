import { type Kysely, type Migration, SqliteAdapter, sql } from "kysely";

/**
 * How many bytes of responses wait for a confirmation: of each form, of each network and in all, with their files. Anybody may send
 * them with an address that nobody reads. A row, and with it the network, is there until the response is confirmed or removed;
 * triggers keep the sums, so a submission reads three rows.
 */
export const unconfirmedResponses: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable("unconfirmed_responses")
      .addColumn("response_id", "text", (column) =>
        column.primaryKey().notNull().references("responses.id").onDelete("cascade"),
      )
      .addColumn("form_id", "text", (column) => column.notNull())
      .addColumn("network", "text")
      .addColumn("bytes", "bigint", (column) => column.notNull())
      .execute();
    await db.schema
      .createTable("unconfirmed_usage")
      .addColumn("id", "text", (column) => column.primaryKey().notNull())
      .addColumn("bytes", "bigint", (column) => column.notNull())
      .execute();
    const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter;
    for (const statement of isSqlite ? sqliteTriggers : postgresTriggers)
      await sql.raw(statement).execute(db);
    await sql`insert into unconfirmed_responses (response_id, form_id, bytes)
      select id, form_id, 500 + octet_length(answers)
        + coalesce((select sum(size_bytes) from files where response_id = responses.id), 0)
      from responses where ${sql.raw(waits("responses"))} and verified_at is null`.execute(db);
  },
};

const waits = (row: string) => `${row}.status in ('pending_verification', 'spam')`;

/** The row of all responses comes first: of two transactions that add some, one waits there, so there is no deadlock. */
const weigh = (row: "old" | "new") => `
  insert into unconfirmed_usage (id, bytes)
  select id, ${row === "new" ? "" : "-"}${row}.bytes from (
    select '' as id union all select ${row}.form_id union all select ${row}.network where ${row}.network is not null
  ) as counted where true
  on conflict (id) do update set bytes = unconfirmed_usage.bytes + excluded.bytes;`;

const forget =
  "delete from unconfirmed_usage where bytes = 0 and id in (old.form_id, coalesce(old.network, old.form_id));";
const release = "delete from unconfirmed_responses where response_id = new.id;";

const sqliteTriggers = [
  `create trigger unconfirmed_added after insert on unconfirmed_responses begin ${weigh("new")} end`,
  `create trigger unconfirmed_removed after delete on unconfirmed_responses begin ${weigh("old")} ${forget} end`,
  `create trigger unconfirmed_released after update of status on responses when not ${waits("new")} begin ${release} end`,
];

const postgresTriggers = [
  `create function weigh_unconfirmed() returns trigger language plpgsql as $$ begin
    if tg_op = 'INSERT' then ${weigh("new")} else ${weigh("old")} ${forget} end if;
    return null;
  end $$`,
  "create trigger unconfirmed_weighed after insert or delete on unconfirmed_responses for each row execute function weigh_unconfirmed()",
  `create function release_unconfirmed() returns trigger language plpgsql as $$ begin
    ${release}
    return null;
  end $$`,
  `create trigger unconfirmed_released after update of status on responses
    for each row when (not ${waits("new")}) execute function release_unconfirmed()`,
];
