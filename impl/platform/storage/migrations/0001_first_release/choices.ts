import type { Kysely } from "kysely";
import { makePartOf, makeRequired } from "./columns.ts";
import { runStatements } from "./statements.ts";

/** Creates the counts of choices with a capacity, and the places that responses hold until they are confirmed. */
export async function createChoiceTables(db: Kysely<unknown>): Promise<void> {
  await createChoiceTotals(db);
  await createChoiceHolds(db);
  await runStatements(db, { sqlite: sqliteTriggers, postgres: postgresTriggers });
}

async function createChoiceTotals(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("choice_totals")
    .addColumn("form_id", "text", makePartOf("forms.id"))
    .addColumn("field_id", "text", makeRequired)
    .addColumn("choice_id", "text", makeRequired)
    .addColumn("chosen", "integer", makeRequired)
    .addPrimaryKeyConstraint("choice_totals_key", ["form_id", "field_id", "choice_id"])
    .execute();
}

async function createChoiceHolds(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("choice_holds")
    .addColumn("response_id", "text", makePartOf("responses.id"))
    .addColumn("form_id", "text", makeRequired)
    .addColumn("field_id", "text", makeRequired)
    .addColumn("choice_id", "text", makeRequired)
    .addColumn("held_until", "text", makeRequired)
    .addPrimaryKeyConstraint("choice_holds_key", ["response_id", "field_id", "choice_id"])
    .execute();
  await db.schema
    .createIndex("choice_holds_by_form")
    .on("choice_holds")
    .columns(["form_id", "held_until", "field_id", "choice_id"])
    .execute();
}

/** A condition: the response takes a place. Test responses take none, and a response never becomes a test. */
const takes = (row: "old" | "new") => `${row}.status = 'verified' and ${row}.is_test = 0`;

/**
 * Conditions for the rows of the choices in a response. An answer is the id of a choice or a list of ids. An object is the
 * respondent's own text, which may be spelled like an id.
 */
const sqliteChosen = (row: "old" | "new") => `form_id = ${row}.form_id
  and json_type(${row}.answers, '$.' || field_id) in ('text', 'array')
  and exists (select 1 from json_each(${row}.answers, '$.' || field_id) as each where each.value = choice_id)`;
const sqliteLess = `update choice_totals set chosen = chosen - 1 where ${sqliteChosen("old")};`;
const sqliteMore = `update choice_totals set chosen = chosen + 1 where ${sqliteChosen("new")};`;
const dropHolds = "delete from choice_holds where response_id = new.id;";

const sqliteTriggers = [
  `create trigger responses_take_choices_when_added after insert on responses when ${takes("new")} begin ${sqliteMore} end`,
  `create trigger responses_take_choices_when_removed after delete on responses when ${takes("old")} begin ${sqliteLess} end`,
  `create trigger responses_take_choices_when_verified after update of status on responses
    when ${takes("new")} and old.status <> 'verified' begin ${sqliteMore} end`,
  `create trigger responses_take_choices_when_not_verified after update of status on responses
    when ${takes("old")} and new.status <> 'verified' begin ${sqliteLess} end`,
  `create trigger responses_take_choices_no_hold after update of status on responses
    when new.status <> 'pending_verification' begin ${dropHolds} end`,
];

const postgresChosen = (row: "old" | "new") => `form_id = ${row}.form_id
  and jsonb_typeof(${row}.answers::jsonb -> field_id) in ('string', 'array')
  and jsonb_exists(${row}.answers::jsonb -> field_id, choice_id)`;

/** These run after the triggers of `response_totals`, by the order of their names. The lock on its row prevents a deadlock. */
const postgresTriggers = [
  `create function take_choices() returns trigger language plpgsql as $$ begin
    if tg_op = 'UPDATE' and new.status <> 'pending_verification' then ${dropHolds} end if;
    if tg_op <> 'INSERT' and ${takes("old")} then
      update choice_totals set chosen = chosen - 1 where ${postgresChosen("old")};
    end if;
    if tg_op <> 'DELETE' and ${takes("new")} then
      update choice_totals set chosen = chosen + 1 where ${postgresChosen("new")};
    end if;
    return null;
  end $$`,
  "create trigger responses_take_choices_when_added after insert on responses for each row execute function take_choices()",
  "create trigger responses_take_choices_when_removed after delete on responses for each row execute function take_choices()",
  `create trigger responses_take_choices_when_changed after update of status on responses
    for each row when (old.status <> new.status) execute function take_choices()`,
];
