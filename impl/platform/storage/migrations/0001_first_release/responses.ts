import { type Kysely, sql } from "kysely";
import { flag, makeKeyOf, makePartOf, makeRequired, primaryKey, unique } from "./columns.ts";
import { runStatements } from "./statements.ts";

/** Creates responses with their confirmation codes, deleted responses that can be restored, and totals. */
export async function createResponseTables(db: Kysely<unknown>): Promise<void> {
  await createResponses(db);
  await createTestIndexes(db);
  await createLiveResponses(db);
  await createDeletedResponses(db);
  await createVerifications(db);
  await createResponseTotals(db);
  await runStatements(db, { sqlite: sqliteTriggers, postgres: postgresTriggers });
}

async function createResponses(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("responses")
    .addColumn("id", "text", primaryKey)
    .addColumn("form_id", "text", makePartOf("forms.id"))
    .addColumn("form_version", "integer", makeRequired)
    .addColumn("status", "text", makeRequired)
    .addColumn("language", "text", makeRequired)
    .addColumn("email", "text")
    .addColumn("answers", "text", makeRequired)
    .addColumn("submitted_at", "text", makeRequired)
    .addColumn("verified_at", "text")
    .addColumn("marked_at", "text")
    .addColumn("is_test", "integer", flag)
    .addCheckConstraint(
      "responses_status",
      sql`status in ('pending_verification', 'verified', 'spam', 'deleted')`,
    )
    .execute();
  // The order of reads and exports: by time, then by id. The index contains every column that counts need, so the table is not read.
  await db.schema
    .createIndex("responses_by_form")
    .on("responses")
    .columns(["form_id", "status", "submitted_at", "id", "is_test"])
    .execute();
  await db.schema.createIndex("responses_by_email").on("responses").column("email").execute();
  await db.schema
    .createIndex("responses_by_age")
    .on("responses")
    .columns(["status", "submitted_at"])
    .execute();
}

/** Creates small indexes of test responses only, which are few. */
async function createTestIndexes(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex("test_responses_by_form")
    .on("responses")
    .columns(["form_id", "submitted_at", "id"])
    .where("is_test" as never, "=", sql.lit(1))
    .execute();
  await db.schema
    .createIndex("test_responses_by_age")
    .on("responses")
    .column("submitted_at")
    .where("is_test" as never, "=", sql.lit(1))
    .execute();
}

/** A migration that adds a column to `responses` must create the view again: in PostgreSQL it keeps its old columns. */
async function createLiveResponses(db: Kysely<unknown>): Promise<void> {
  await sql`create view live_responses as select * from responses where status <> 'deleted' and is_test = 0`.execute(
    db,
  );
}

async function createDeletedResponses(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("deleted_responses")
    .addColumn("response_id", "text", makeKeyOf("responses.id"))
    .addColumn("form_id", "text", makeRequired)
    .addColumn("status", "text", makeRequired)
    .addColumn("email", "text")
    .addColumn("answers", "text", makeRequired)
    .addColumn("erase_at", "text", makeRequired)
    .execute();
  await db.schema
    .createIndex("deleted_responses_by_form_id")
    .on("deleted_responses")
    .column("form_id")
    .execute();
  await db.schema.createIndex("deleted_responses_by_email").on("deleted_responses").column("email").execute();
  await db.schema
    .createIndex("deleted_responses_by_erase_at")
    .on("deleted_responses")
    .column("erase_at")
    .execute();
}

async function createVerifications(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("verifications")
    .addColumn("response_id", "text", makeKeyOf("responses.id"))
    .addColumn("code_hash", "text", makeRequired)
    .addColumn("code_expires_at", "text", makeRequired)
    .addColumn("attempts_left", "integer", makeRequired)
    .addColumn("link_hash", "text", unique)
    .addColumn("link_expires_at", "text", makeRequired)
    .addColumn("sent_at", "text", makeRequired)
    .execute();
}

async function createResponseTotals(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("response_totals")
    .addColumn("form_id", "text", makeKeyOf("forms.id"))
    .addColumn("verified", "integer", makeRequired)
    .execute();
}

const less = "update response_totals set verified = verified - 1 where form_id = old.form_id;";
const more = `insert into response_totals (form_id, verified) values (new.form_id, 1)
  on conflict (form_id) do update set verified = response_totals.verified + 1;`;

/** A condition: the response counts. Test responses do not, and a response never becomes a test. */
const counts = (row: "old" | "new") => `${row}.status = 'verified' and ${row}.is_test = 0`;

const sqliteTriggers = [
  `create trigger responses_counted_when_added after insert on responses when ${counts("new")} begin ${more} end`,
  `create trigger responses_counted_when_removed after delete on responses when ${counts("old")} begin ${less} end`,
  `create trigger responses_counted_when_verified after update of status on responses
    when ${counts("new")} and old.status <> 'verified' begin ${more} end`,
  `create trigger responses_counted_when_not_verified after update of status on responses
    when ${counts("old")} and new.status <> 'verified' begin ${less} end`,
];

const postgresTriggers = [
  `create function count_responses() returns trigger language plpgsql as $$ begin
    if tg_op <> 'INSERT' and ${counts("old")} then ${less} end if;
    if tg_op <> 'DELETE' and ${counts("new")} then ${more} end if;
    return null;
  end $$`,
  "create trigger responses_counted_when_added after insert on responses for each row execute function count_responses()",
  "create trigger responses_counted_when_removed after delete on responses for each row execute function count_responses()",
  `create trigger responses_counted_when_changed after update of status on responses
    for each row when (old.status <> new.status) execute function count_responses()`,
];
