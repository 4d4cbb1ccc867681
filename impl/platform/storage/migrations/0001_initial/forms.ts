import type { Kysely } from "kysely";
import { flag, makeKeyOf, makePartOf, makeRequired, primaryKey } from "./columns.ts";
import { runStatements } from "./statements.ts";

/** Forms, their versions and pending changes, and their totals. */
export async function createFormTables(db: Kysely<unknown>): Promise<void> {
  await createForms(db);
  await createFormVersions(db);
  await createPendingChanges(db);
  await createFormChecks(db);
  await createFormVisits(db);
  await createFormTotals(db);
  await runStatements(db, { sqlite: sqliteTriggers, postgres: postgresTriggers });
}

async function createForms(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("forms")
    .addColumn("id", "text", primaryKey)
    .addColumn("owner_id", "text", makePartOf("accounts.id"))
    .addColumn("title", "text", makeRequired)
    .addColumn("title_folded", "text", makeRequired)
    .addColumn("status", "text", makeRequired)
    .addColumn("default_language", "text", makeRequired)
    .addColumn("languages", "text", makeRequired)
    .addColumn("field_count", "integer", makeRequired)
    .addColumn("revision", "integer", makeRequired)
    .addColumn("version", "integer", makeRequired)
    .addColumn("password_hash", "text")
    .addColumn("receipts", "integer", flag)
    .addColumn("created_at", "text", makeRequired)
    .addColumn("updated_at", "text", makeRequired)
    .addColumn("published_at", "text")
    .addColumn("archived_at", "text")
    .addColumn("deleting_at", "text")
    .execute();
  // The order of lists: most recently changed first, then by id.
  await db.schema
    .createIndex("forms_by_owner")
    .on("forms")
    .columns(["owner_id", "updated_at", "id"])
    .execute();
  // The list of one status, in the same order.
  await db.schema
    .createIndex("forms_by_status")
    .on("forms")
    .columns(["owner_id", "status", "updated_at", "id"])
    .execute();
}

async function createFormVersions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("form_versions")
    .addColumn("form_id", "text", makePartOf("forms.id"))
    .addColumn("version", "integer", makeRequired)
    .addColumn("structure", "text", makeRequired)
    .addColumn("created_at", "text", makeRequired)
    .addPrimaryKeyConstraint("form_versions_key", ["form_id", "version"])
    .execute();
}

async function createPendingChanges(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("pending_changes")
    .addColumn("form_id", "text", makeKeyOf("forms.id"))
    .addColumn("id", "text", makeRequired)
    .addColumn("structure", "text", makeRequired)
    .addColumn("base_version", "integer", makeRequired)
    .addColumn("account_id", "text", (column) => column.references("accounts.id").onDelete("set null"))
    .addColumn("changed_at", "text", makeRequired)
    .execute();
}

async function createFormChecks(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("form_checks")
    .addColumn("form_id", "text", makeKeyOf("forms.id"))
    .addColumn("checks", "text", makeRequired)
    .execute();
}

async function createFormVisits(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("form_visits")
    .addColumn("form_id", "text", makeKeyOf("forms.id"))
    .addColumn("visits", "integer", makeRequired)
    .addColumn("since", "text", makeRequired)
    .execute();
}

async function createFormTotals(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("form_totals")
    .addColumn("account_id", "text", makePartOf("accounts.id"))
    .addColumn("status", "text", makeRequired)
    .addColumn("forms", "integer", makeRequired)
    .addPrimaryKeyConstraint("form_totals_key", ["account_id", "status"])
    .execute();
}

/** Subtracts a form as soon as its deletion begins: it is hidden, so its owner's totals do not count it. */
const less =
  "update form_totals set forms = forms - 1 where account_id = old.owner_id and status = old.status";
const conflict = "on conflict (account_id, status) do update set forms = form_totals.forms + 1";

const sqliteTriggers = [
  `create trigger forms_counted_when_added after insert on forms begin
    insert into form_totals (account_id, status, forms) values (new.owner_id, new.status, 1) ${conflict};
  end`,
  `create trigger forms_counted_when_removed after delete on forms when old.deleting_at is null begin ${less}; end`,
  `create trigger forms_counted_when_changed after update of status, owner_id, deleting_at on forms
    when old.status <> new.status or old.owner_id <> new.owner_id or old.deleting_at is not new.deleting_at begin
    ${less} and old.deleting_at is null;
    insert into form_totals (account_id, status, forms)
      select new.owner_id, new.status, 1 where new.deleting_at is null ${conflict};
  end`,
];

const postgresTriggers = [
  `create function count_forms() returns trigger language plpgsql as $$ begin
    if tg_op <> 'INSERT' and old.deleting_at is null then ${less}; end if;
    if tg_op <> 'DELETE' and new.deleting_at is null then
      insert into form_totals (account_id, status, forms) values (new.owner_id, new.status, 1) ${conflict};
    end if;
    return null;
  end $$`,
  "create trigger forms_counted_when_added after insert on forms for each row execute function count_forms()",
  "create trigger forms_counted_when_removed after delete on forms for each row execute function count_forms()",
  `create trigger forms_counted_when_changed after update of status, owner_id, deleting_at on forms
    for each row when (old.status <> new.status or old.owner_id <> new.owner_id
      or old.deleting_at is distinct from new.deleting_at) execute function count_forms()`,
];
