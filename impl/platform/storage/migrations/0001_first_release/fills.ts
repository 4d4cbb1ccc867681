import { type Kysely, sql } from "kysely";
import { flag, makeOptionalPartOf, makePartOf, makeRequired, primaryKey, unique } from "./columns.ts";
import { runStatements } from "./statements.ts";

/**
 * Creates the tables of forms that are being filled in, of their files, and of the bytes of both that are not sent: for each
 * form, each network and in total. Triggers update the sums, so a page reads three rows. The sum of a network is removed with
 * its last row.
 */
export async function createFillTables(db: Kysely<unknown>): Promise<void> {
  await createFills(db);
  await createFiles(db);
  await createUnsentAnswerUsage(db);
  await createUnsentUsage(db);
  await runStatements(db, {
    sqlite: [...sqliteFillTriggers((row) => weightOfFill(row, true)), ...sqliteFileTriggers],
    postgres: [...postgresFillTriggers((row) => weightOfFill(row, false)), ...postgresFileTriggers],
  });
}

async function createFills(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("fills")
    .addColumn("id", "text", primaryKey)
    .addColumn("form_id", "text", makePartOf("forms.id"))
    .addColumn("form_version", "integer", makeRequired)
    .addColumn("given", "text", makeRequired)
    .addColumn("response_id", "text", makeOptionalPartOf("responses.id"))
    .addColumn("updated_at", "text", makeRequired)
    .addColumn("lost_files", "integer", flag)
    .addColumn("network", "text")
    .addColumn("counted_language", "text")
    .addColumn("counted_at", "text")
    .execute();
  await db.schema.createIndex("fills_by_age").on("fills").column("updated_at").execute();
  await db.schema.createIndex("fills_by_response").on("fills").column("response_id").execute();
  // Erasing a person from a form reads its fills in the order of their ids.
  await db.schema.createIndex("fills_by_form").on("fills").columns(["form_id", "id"]).execute();
}

async function createFiles(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("files")
    .addColumn("id", "text", primaryKey)
    .addColumn("fill_id", "text", makeOptionalPartOf("fills.id"))
    .addColumn("response_id", "text", makeOptionalPartOf("responses.id"))
    .addColumn("field_id", "text", makeRequired)
    .addColumn("position", "integer", makeRequired)
    .addColumn("name", "text", makeRequired)
    .addColumn("size_bytes", "integer", makeRequired)
    .addColumn("content_type", "text", makeRequired)
    .addColumn("storage_key", "text", unique)
    .addColumn("created_at", "text", makeRequired)
    .addColumn("network", "text")
    .addCheckConstraint("files_owner", sql`(fill_id is null) <> (response_id is null)`)
    .execute();
  await db.schema.createIndex("files_by_fill").on("files").column("fill_id").execute();
  await db.schema.createIndex("files_by_response").on("files").column("response_id").execute();
}

async function createUnsentAnswerUsage(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("unsent_answer_usage")
    .addColumn("id", "text", primaryKey)
    .addColumn("bytes", "bigint", makeRequired)
    .execute();
}

async function createUnsentUsage(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("unsent_usage")
    .addColumn("id", "text", primaryKey)
    .addColumn("bytes", "bigint", makeRequired)
    .execute();
}

/** Returns the size of a fill: its answers and about 500 bytes for the row. A fill that was sent has the size 0. */
function weightOfFill(row: string, isSqlite: boolean): string {
  const length = isSqlite ? `length(cast(${row}.given as blob))` : `octet_length(${row}.given)`;
  return `case when ${row}.response_id is null then 500 + ${length} else 0 end`;
}

type Bytes = (row: string) => string;

/** Updates the row with the total first: a second transaction waits there, so there is no deadlock. */
function weighFill(row: "old" | "new", bytes: Bytes): string {
  const ids = `select '' as id union all select ${row}.form_id union all select ${row}.network where ${row}.network is not null`;
  return `
  insert into unsent_answer_usage (id, bytes)
  select id, ${row === "new" ? "" : "-"}(${bytes(row)}) from (${ids}) as counted where true
  on conflict (id) do update set bytes = unsent_answer_usage.bytes + excluded.bytes;`;
}

const forgetFill = (row: "old" | "new") =>
  `delete from unsent_answer_usage where bytes = 0 and id in (${row}.form_id, coalesce(${row}.network, ${row}.form_id));`;

const weighed = "given, network, response_id";

const sqliteFillTriggers = (bytes: Bytes) => [
  `create trigger unsent_answers_added after insert on fills begin ${weighFill("new", bytes)} end`,
  `create trigger unsent_answers_changed after update of ${weighed} on fills
    begin ${weighFill("new", bytes)} ${weighFill("old", bytes)} ${forgetFill("old")} end`,
  `create trigger unsent_answers_removed after delete on fills begin ${weighFill("old", bytes)} ${forgetFill("old")} end`,
];

const postgresFillTriggers = (bytes: Bytes) => [
  `create function weigh_unsent_answers() returns trigger language plpgsql as $$ begin
    if tg_op <> 'DELETE' then ${weighFill("new", bytes)} end if;
    if tg_op <> 'INSERT' then ${weighFill("old", bytes)} ${forgetFill("old")} end if;
    return null;
  end $$`,
  `create trigger unsent_answers_weighed after insert or delete or update of ${weighed} on fills
    for each row execute function weigh_unsent_answers()`,
];

/** Updates the row with the total first: a second transaction waits there, so there is no deadlock. */
const weighFile = (row: "old" | "new") => `
  insert into unsent_usage (id, bytes)
  select id, ${row === "new" ? "" : "-"}${row}.size_bytes from (
    select '' as id
    union all select form_id from fills where id = ${row}.fill_id
    union all select ${row}.network where ${row}.network is not null
  ) as counted where true
  on conflict (id) do update set bytes = unsent_usage.bytes + excluded.bytes;
  delete from unsent_usage where bytes = 0 and id in (
    select form_id from fills where id = ${row}.fill_id union all select ${row}.network);`;

const sqliteFileTriggers = [
  `create trigger unsent_added after insert on files when new.fill_id is not null begin ${weighFile("new")} end`,
  `create trigger unsent_removed after delete on files when old.fill_id is not null begin ${weighFile("old")} end`,
  `create trigger unsent_moved after update of fill_id on files
    when old.fill_id is not null and new.fill_id is null begin ${weighFile("old")} end`,
];

/** These run after the triggers that count the files of accounts, by the order of their names. */
const postgresFileTriggers = [
  `create function weigh_unsent() returns trigger language plpgsql as $$ begin
    if tg_op = 'INSERT' then ${weighFile("new")} else ${weighFile("old")} end if;
    return null;
  end $$`,
  "create trigger unsent_added after insert on files for each row when (new.fill_id is not null) execute function weigh_unsent()",
  "create trigger unsent_removed after delete on files for each row when (old.fill_id is not null) execute function weigh_unsent()",
  `create trigger unsent_moved after update of fill_id on files for each row
    when (old.fill_id is not null and new.fill_id is null) execute function weigh_unsent()`,
];
