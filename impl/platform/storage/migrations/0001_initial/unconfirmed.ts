import type { Kysely } from "kysely";
import { keyOf, primaryKey, required } from "./columns.ts";
import { runStatements } from "./statements.ts";

/**
 * How many bytes of responses wait for a confirmation: of each form, of each network and in all, with their files. Anybody may
 * send them with an address that nobody reads. A row, and with it the network, is there until the response is confirmed or
 * removed; triggers keep the sums, so a submission reads three rows.
 */
export async function createUnconfirmedTables(db: Kysely<unknown>): Promise<void> {
  await createUnconfirmedResponses(db);
  await createUnconfirmedUsage(db);
  await runStatements(db, { sqlite: sqliteTriggers, postgres: postgresTriggers });
}

async function createUnconfirmedResponses(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("unconfirmed_responses")
    .addColumn("response_id", "text", keyOf("responses.id"))
    .addColumn("form_id", "text", required)
    .addColumn("network", "text")
    .addColumn("bytes", "bigint", required)
    .execute();
}

async function createUnconfirmedUsage(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("unconfirmed_usage")
    .addColumn("id", "text", primaryKey)
    .addColumn("bytes", "bigint", required)
    .execute();
}

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
