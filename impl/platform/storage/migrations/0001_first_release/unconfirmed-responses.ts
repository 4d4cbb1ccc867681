import type { Kysely } from "kysely";
import { makeKeyOf, makeRequired, primaryKey } from "./columns.ts";
import { runStatements } from "./statements.ts";

/**
 * Creates the tables that count the bytes of unconfirmed responses with their files, for each form, each network and in total.
 * Anyone can send such responses with an invented address. A row, and with it the network, is kept until the response is
 * confirmed or removed. Triggers update the sums, so a submission reads three rows.
 */
export async function createUnconfirmedTables(db: Kysely<unknown>): Promise<void> {
  await createUnconfirmedResponses(db);
  await createUnconfirmedUsage(db);
  await runStatements(db, { sqlite: sqliteTriggers, postgres: postgresTriggers });
}

async function createUnconfirmedResponses(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("unconfirmed_responses")
    .addColumn("response_id", "text", makeKeyOf("responses.id"))
    .addColumn("form_id", "text", makeRequired)
    .addColumn("network", "text")
    .addColumn("bytes", "bigint", makeRequired)
    .execute();
}

async function createUnconfirmedUsage(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("unconfirmed_usage")
    .addColumn("id", "text", primaryKey)
    .addColumn("bytes", "bigint", makeRequired)
    .execute();
}

const waits = (row: string) => `${row}.status in ('pending_verification', 'spam')`;

/** Updates the row with the total first: a second transaction waits there, so there is no deadlock. */
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
