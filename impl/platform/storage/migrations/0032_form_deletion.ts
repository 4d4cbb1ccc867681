import { type Kysely, type Migration, SqliteAdapter, sql } from "kysely";

/** Since when a form is being deleted: it is hidden from everyone, its rows go a few at a time, and its owner's totals do not count it. */
export const formDeletion: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable("forms").addColumn("deleting_at", "text").execute();
    const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter;
    for (const statement of isSqlite ? sqliteStatements : postgresStatements)
      await sql.raw(statement).execute(db);
    // A person is erased from one form by a walk over its fills in the order of their ids.
    await db.schema.dropIndex("fills_by_form").execute();
    await db.schema.createIndex("fills_by_form").on("fills").columns(["form_id", "id"]).execute();
  },
};

const less =
  "update form_totals set forms = forms - 1 where account_id = old.owner_id and status = old.status";
const conflict = "on conflict (account_id, status) do update set forms = form_totals.forms + 1";

const sqliteStatements = [
  "drop trigger forms_counted_when_removed",
  "drop trigger forms_counted_when_changed",
  `create trigger forms_counted_when_removed after delete on forms when old.deleting_at is null begin ${less}; end`,
  `create trigger forms_counted_when_changed after update of status, owner_id, deleting_at on forms
    when old.status <> new.status or old.owner_id <> new.owner_id or old.deleting_at is not new.deleting_at begin
    ${less} and old.deleting_at is null;
    insert into form_totals (account_id, status, forms)
      select new.owner_id, new.status, 1 where new.deleting_at is null ${conflict};
  end`,
];

const postgresStatements = [
  `create or replace function count_forms() returns trigger language plpgsql as $$ begin
    if tg_op <> 'INSERT' and old.deleting_at is null then ${less}; end if;
    if tg_op <> 'DELETE' and new.deleting_at is null then
      insert into form_totals (account_id, status, forms) values (new.owner_id, new.status, 1) ${conflict};
    end if;
    return null;
  end $$`,
  "drop trigger forms_counted_when_changed on forms",
  `create trigger forms_counted_when_changed after update of status, owner_id, deleting_at on forms
    for each row when (old.status <> new.status or old.owner_id <> new.owner_id
      or old.deleting_at is distinct from new.deleting_at) execute function count_forms()`,
];
