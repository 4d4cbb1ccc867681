import { type Kysely, type Migration, SqliteAdapter, sql } from "kysely";

/**
 * How many bytes of answers are not sent: of each form, of each network and in all. Triggers keep them, so a page reads three rows. A
 * network is forgotten with its last fill.
 */
export const unsentAnswers: Migration = {
  async up(db: Kysely<unknown>) {
    const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter;
    const bytes = (row: string) => weight(row, isSqlite);
    await db.schema.alterTable("fills").addColumn("network", "text").execute();
    await db.schema
      .createTable("unsent_answer_usage")
      .addColumn("id", "text", (column) => column.primaryKey().notNull())
      .addColumn("bytes", "bigint", (column) => column.notNull())
      .execute();
    const counted = `from fills where response_id is null`;
    await sql
      .raw(
        `insert into unsent_answer_usage (id, bytes)
         select '', coalesce(sum(${bytes("fills")}), 0) ${counted}
         union all select form_id, sum(${bytes("fills")}) ${counted} group by form_id`,
      )
      .execute(db);
    for (const statement of isSqlite ? sqliteTriggers(bytes) : postgresTriggers(bytes))
      await sql.raw(statement).execute(db);
  },
};

/** A row itself takes some 500 bytes. One that was sent counts for nothing. */
function weight(row: string, isSqlite: boolean): string {
  const length = isSqlite ? `length(cast(${row}.given as blob))` : `octet_length(${row}.given)`;
  return `case when ${row}.response_id is null then 500 + ${length} else 0 end`;
}

type Bytes = (row: string) => string;

/** The row of all fills comes first: of two transactions that store answers, one waits there, so there is no deadlock. */
function weigh(row: "old" | "new", bytes: Bytes): string {
  const ids = `select '' as id union all select ${row}.form_id union all select ${row}.network where ${row}.network is not null`;
  return `
  insert into unsent_answer_usage (id, bytes)
  select id, ${row === "new" ? "" : "-"}(${bytes(row)}) from (${ids}) as counted where true
  on conflict (id) do update set bytes = unsent_answer_usage.bytes + excluded.bytes;`;
}

const forget = (row: "old" | "new") =>
  `delete from unsent_answer_usage where bytes = 0 and id in (${row}.form_id, coalesce(${row}.network, ${row}.form_id));`;

const columns = "given, network, response_id";

const sqliteTriggers = (bytes: Bytes) => [
  `create trigger unsent_answers_added after insert on fills begin ${weigh("new", bytes)} end`,
  `create trigger unsent_answers_changed after update of ${columns} on fills
    begin ${weigh("new", bytes)} ${weigh("old", bytes)} ${forget("old")} end`,
  `create trigger unsent_answers_removed after delete on fills begin ${weigh("old", bytes)} ${forget("old")} end`,
];

const postgresTriggers = (bytes: Bytes) => [
  `create function weigh_unsent_answers() returns trigger language plpgsql as $$ begin
    if tg_op <> 'DELETE' then ${weigh("new", bytes)} end if;
    if tg_op <> 'INSERT' then ${weigh("old", bytes)} ${forget("old")} end if;
    return null;
  end $$`,
  `create trigger unsent_answers_weighed after insert or delete or update of ${columns} on fills
    for each row execute function weigh_unsent_answers()`,
];
