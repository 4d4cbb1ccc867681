import { type Kysely, type Migration, SqliteAdapter, sql } from "kysely";

/**
 * How many verified responses a form has, and how many forms an account owns, by status. Triggers keep them, so that they are
 * right whatever changes the rows, and a page that shows a number need not count.
 */
export const totals: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable("response_totals")
      .addColumn("form_id", "text", (column) =>
        column.primaryKey().notNull().references("forms.id").onDelete("cascade"),
      )
      .addColumn("verified", "integer", (column) => column.notNull())
      .execute();
    await db.schema
      .createTable("form_totals")
      .addColumn("account_id", "text", (column) =>
        column.notNull().references("accounts.id").onDelete("cascade"),
      )
      .addColumn("status", "text", (column) => column.notNull())
      .addColumn("forms", "integer", (column) => column.notNull())
      .addPrimaryKeyConstraint("form_totals_key", ["account_id", "status"])
      .execute();
    await sql`insert into response_totals (form_id, verified)
      select form_id, count(*) from responses where status = 'verified' group by form_id`.execute(db);
    await sql`insert into form_totals (account_id, status, forms)
      select owner_id, status, count(*) from forms group by owner_id, status`.execute(db);
    const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter;
    for (const statement of isSqlite ? sqliteTriggers : postgresTriggers)
      await sql.raw(statement).execute(db);
    // The list of one status, the latest first.
    await db.schema
      .createIndex("forms_by_status")
      .on("forms")
      .columns(["owner_id", "status", "updated_at", "id"])
      .execute();
  },
};

const lessResponses = "update response_totals set verified = verified - 1 where form_id = old.form_id;";
const moreResponses = `insert into response_totals (form_id, verified) values (new.form_id, 1)
  on conflict (form_id) do update set verified = response_totals.verified + 1;`;
const lessForms =
  "update form_totals set forms = forms - 1 where account_id = old.owner_id and status = old.status;";
const moreForms = `insert into form_totals (account_id, status, forms) values (new.owner_id, new.status, 1)
  on conflict (account_id, status) do update set forms = form_totals.forms + 1;`;

const sqliteTriggers = [
  `create trigger responses_counted_when_added after insert on responses when new.status = 'verified' begin ${moreResponses} end`,
  `create trigger responses_counted_when_removed after delete on responses when old.status = 'verified' begin ${lessResponses} end`,
  `create trigger responses_counted_when_verified after update of status on responses
    when new.status = 'verified' and old.status <> 'verified' begin ${moreResponses} end`,
  `create trigger responses_counted_when_not_verified after update of status on responses
    when old.status = 'verified' and new.status <> 'verified' begin ${lessResponses} end`,
  `create trigger forms_counted_when_added after insert on forms begin ${moreForms} end`,
  `create trigger forms_counted_when_removed after delete on forms begin ${lessForms} end`,
  `create trigger forms_counted_when_changed after update of status, owner_id on forms
    when old.status <> new.status or old.owner_id <> new.owner_id begin ${lessForms} ${moreForms} end`,
];

const postgresTriggers = [
  `create function count_responses() returns trigger language plpgsql as $$ begin
    if tg_op <> 'INSERT' and old.status = 'verified' then ${lessResponses} end if;
    if tg_op <> 'DELETE' and new.status = 'verified' then ${moreResponses} end if;
    return null;
  end $$`,
  "create trigger responses_counted_when_added after insert on responses for each row execute function count_responses()",
  "create trigger responses_counted_when_removed after delete on responses for each row execute function count_responses()",
  `create trigger responses_counted_when_changed after update of status on responses
    for each row when (old.status <> new.status) execute function count_responses()`,
  `create function count_forms() returns trigger language plpgsql as $$ begin
    if tg_op <> 'INSERT' then ${lessForms} end if;
    if tg_op <> 'DELETE' then ${moreForms} end if;
    return null;
  end $$`,
  "create trigger forms_counted_when_added after insert on forms for each row execute function count_forms()",
  "create trigger forms_counted_when_removed after delete on forms for each row execute function count_forms()",
  `create trigger forms_counted_when_changed after update of status, owner_id on forms
    for each row when (old.status <> new.status or old.owner_id <> new.owner_id) execute function count_forms()`,
];
