import { type Kysely, sql } from "kysely";
import { flag, makeKeyOf, makePartOf, makeRequired, primaryKey } from "./columns.ts";
import { runStatements } from "./statements.ts";

/** Forms, the bin, versions and pending changes, and totals of forms. */
export async function createFormTables(db: Kysely<unknown>): Promise<void> {
  await createForms(db);
  await createDeletedForms(db);
  await createFormVersions(db);
  await createVersionAuthors(db);
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
    .addColumn("shows_title", "integer", flag)
    .addColumn("folder_id", "text", (column) => column.references("folders.id").onDelete("set null"))
    .execute();
  await createFormOrders(db);
}

/** Indexes for each order of the list of forms. Within an order, forms are sorted by id. */
async function createFormOrders(db: Kysely<unknown>): Promise<void> {
  // Most recently changed first.
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
  await db.schema
    .createIndex("forms_by_creation")
    .on("forms")
    .columns(["owner_id", "created_at", "id"])
    .execute();
  // Long titles are compared by their beginning, as in `forms/list-order.ts`.
  await sql`create index forms_by_title on forms (owner_id, substr(title_folded, 1, 100), id)`.execute(db);
  // Lists of a folder sort and count by this index alone, without the forms of the account that asks.
  await sql`create index forms_by_folder on forms (folder_id, owner_id, updated_at, id, deleting_at)
    where folder_id is not null`.execute(db);
}

/** The bin of forms. A deleted form with a row can be brought back; one without is being removed. */
async function createDeletedForms(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("deleted_forms")
    .addColumn("form_id", "text", makeKeyOf("forms.id"))
    .addColumn("account_id", "text", makePartOf("accounts.id"))
    .addColumn("erase_at", "text", makeRequired)
    .execute();
  // The order of the list: the form that was deleted last first.
  await db.schema
    .createIndex("deleted_forms_by_account")
    .on("deleted_forms")
    .columns(["account_id", "erase_at", "form_id"])
    .execute();
  await db.schema.createIndex("deleted_forms_by_end").on("deleted_forms").column("erase_at").execute();
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

/** The authors of versions. The rows are not columns of the versions, so they go with the account of their author. */
async function createVersionAuthors(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("version_authors")
    .addColumn("form_id", "text", makeRequired)
    .addColumn("version", "integer", makeRequired)
    .addColumn("account_id", "text", makePartOf("accounts.id"))
    .addColumn("tool", "text", makeRequired)
    .addColumn("name", "text")
    .addPrimaryKeyConstraint("version_authors_key", ["form_id", "version"])
    .addForeignKeyConstraint(
      "version_authors_version",
      ["form_id", "version"],
      "form_versions",
      ["form_id", "version"],
      (constraint) => constraint.onDelete("cascade"),
    )
    .execute();
  await db.schema
    .createIndex("version_authors_by_account")
    .on("version_authors")
    .column("account_id")
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
