import { type ColumnDefinitionBuilder, type Kysely, sql } from "kysely";
import { makeKeyOf, makePartOf, makeRequired, primaryKey, unique } from "./columns.ts";
import { runStatements } from "./statements.ts";

/** Waiting lists of forms that take no answers and of full choices, and the addresses on them. */
export async function createWaitingTables(db: Kysely<unknown>): Promise<void> {
  await createWaitingLists(db);
  await createWaitingPlaces(db);
  await createWaitingPeople(db);
  await runStatements(db, { sqlite: sqliteTriggers, postgres: postgresTriggers });
}

async function createWaitingLists(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("waiting_lists")
    .addColumn("form_id", "text", makeKeyOf("forms.id"))
    .addColumn("is_on", "integer", makeRequired)
    .execute();
}

async function createWaitingPlaces(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("waiting_places")
    .addColumn("form_id", "text", makePartOf("forms.id"))
    .addColumn("field_id", "text", makeRequired)
    .addColumn("choice_id", "text", makeRequired)
    .addColumn("told", "integer", makeRequired)
    .addColumn("told_at", "text", makeRequired)
    .addColumn("told_taken", "integer", makeRequired)
    .addPrimaryKeyConstraint("waiting_places_key", ["form_id", "field_id", "choice_id"])
    .execute();
}

/** People wait for the form, unless they name a choice. */
function forForm(column: ColumnDefinitionBuilder): ColumnDefinitionBuilder {
  return column.notNull().defaultTo("");
}

async function createWaitingPeople(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("waiting_people")
    .addColumn("id", "text", primaryKey)
    .addColumn("form_id", "text", makePartOf("forms.id"))
    .addColumn("field_id", "text", forForm)
    .addColumn("choice_id", "text", forForm)
    .addColumn("email", "text", makeRequired)
    .addColumn("language", "text", makeRequired)
    .addColumn("network", "text")
    .addColumn("link_hash", "text", unique)
    .addColumn("asked_at", "text", makeRequired)
    .addColumn("confirmed_at", "text")
    .addColumn("failed_at", "text")
    .addUniqueConstraint("waiting_people_once", ["form_id", "email", "field_id", "choice_id"])
    .execute();
  await db.schema
    .createIndex("waiting_people_by_order")
    .on("waiting_people")
    .columns(["form_id", "confirmed_at"])
    .execute();
  await db.schema.createIndex("waiting_people_by_email").on("waiting_people").column("email").execute();
  await db.schema
    .createIndex("waiting_people_unconfirmed")
    .on("waiting_people")
    .column("asked_at")
    .where("confirmed_at" as never, "is", sql.lit(null))
    .execute();
}

const forget =
  "delete from unconfirmed_usage where bytes = 0 and id in (old.form_id, coalesce(old.network, old.form_id));";

/** About the size of a row. */
const BYTES = 500;

/**
 * An address that is not confirmed counts against the same sums as a response that is not: of its form, its network, and all.
 * The row with the total is updated first, as there, so there is no deadlock.
 */
const weigh = (row: "old" | "new") => `
  insert into unconfirmed_usage (id, bytes)
  select id, ${row === "new" ? "" : "-"}${BYTES} from (
    select '' as id union all select ${row}.form_id union all select ${row}.network where ${row}.network is not null
  ) as counted where true
  on conflict (id) do update set bytes = unconfirmed_usage.bytes + excluded.bytes;`;

const sqliteTriggers = [
  `create trigger waiting_added after insert on waiting_people
    when new.confirmed_at is null begin ${weigh("new")} end`,
  `create trigger waiting_removed after delete on waiting_people
    when old.confirmed_at is null begin ${weigh("old")} ${forget} end`,
  `create trigger waiting_confirmed after update of confirmed_at on waiting_people
    when old.confirmed_at is null and new.confirmed_at is not null begin ${weigh("old")} ${forget} end`,
];

const postgresTriggers = [
  `create function weigh_waiting() returns trigger language plpgsql as $$ begin
    if tg_op = 'INSERT' then ${weigh("new")} else ${weigh("old")} ${forget} end if;
    return null;
  end $$`,
  `create trigger waiting_added after insert on waiting_people
    for each row when (new.confirmed_at is null) execute function weigh_waiting()`,
  `create trigger waiting_removed after delete on waiting_people
    for each row when (old.confirmed_at is null) execute function weigh_waiting()`,
  `create trigger waiting_confirmed after update of confirmed_at on waiting_people
    for each row when (old.confirmed_at is null and new.confirmed_at is not null) execute function weigh_waiting()`,
];
