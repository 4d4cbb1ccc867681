import type { Kysely } from "kysely";
import { makeKeyOf, makeRequired } from "./columns.ts";
import { runStatements } from "./statements.ts";

/**
 * Creates the table that counts the bytes of an account: the structures of its forms, with pending changes and check lists, and
 * their files. A picture counts as a file of every form that has it, copies included. Triggers update the sums, so no writer of
 * the rows can forget it. Files that are not sent belong to no account yet.
 */
export async function createUsageTables(db: Kysely<unknown>): Promise<void> {
  await createAccountUsage(db);
  await runStatements(db, { sqlite: sqliteTriggers, postgres: postgresTriggers });
}

async function createAccountUsage(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("account_usage")
    .addColumn("account_id", "text", makeKeyOf("accounts.id"))
    .addColumn("structure_bytes", "bigint", makeRequired)
    .addColumn("file_bytes", "bigint", makeRequired)
    .execute();
}

const moreBytes = (structure: string, file: string, form: string) => `
  insert into account_usage (account_id, structure_bytes, file_bytes)
  select owner_id, ${structure}, ${file} from forms where id = ${form}
  on conflict (account_id) do update set
    structure_bytes = account_usage.structure_bytes + excluded.structure_bytes,
    file_bytes = account_usage.file_bytes + excluded.file_bytes;`;

/** The SQL that adds the size of an inserted row, and subtracts the size of a deleted one. */
interface Weight {
  readonly more: string;
  readonly less: string;
}

const structures: Weight = {
  more: moreBytes("octet_length(new.structure)", "0", "new.form_id"),
  less: moreBytes("-octet_length(old.structure)", "0", "old.form_id"),
};
/** Rows are replaced, never updated, and are removed before their form. */
const checks: Weight = {
  more: moreBytes("octet_length(new.checks)", "0", "new.form_id"),
  less: moreBytes("-octet_length(old.checks)", "0", "old.form_id"),
};
const selectForm = (row: "old" | "new") => `(select form_id from responses where id = ${row}.response_id)`;
const files: Weight = {
  more: moreBytes("0", "new.size_bytes", selectForm("new")),
  less: moreBytes("0", "-old.size_bytes", selectForm("old")),
};
const selectSize = (row: "new" | "old") =>
  `coalesce((select size_bytes from images where id = ${row}.image_id), 0)`;
/** Rows are removed before their form. */
const pictures: Weight = {
  more: moreBytes("0", selectSize("new"), "new.form_id"),
  less: moreBytes("0", `-${selectSize("old")}`, "old.form_id"),
};

const sqliteTriggers = [
  `create trigger versions_weighed_when_added after insert on form_versions begin ${structures.more} end`,
  `create trigger versions_weighed_when_removed after delete on form_versions begin ${structures.less} end`,
  `create trigger pending_weighed_when_added after insert on pending_changes begin ${structures.more} end`,
  `create trigger pending_weighed_when_removed after delete on pending_changes begin ${structures.less} end`,
  `create trigger checks_weighed_when_added after insert on form_checks begin ${checks.more} end`,
  `create trigger checks_weighed_when_removed after delete on form_checks begin ${checks.less} end`,
  `create trigger pictures_weighed_when_added after insert on form_images begin ${pictures.more} end`,
  `create trigger pictures_weighed_when_removed after delete on form_images begin ${pictures.less} end`,
  `create trigger files_weighed_when_added after insert on files when new.response_id is not null begin ${files.more} end`,
  `create trigger files_weighed_when_removed after delete on files when old.response_id is not null begin ${files.less} end`,
  `create trigger files_weighed_when_sent after update of response_id on files
    when old.response_id is null and new.response_id is not null begin ${files.more} end`,
];

const weighInserted = ({ more, less }: Weight) => `if tg_op = 'INSERT' then ${more} else ${less} end if;`;

const postgresTriggers = [
  `create function weigh_versions() returns trigger language plpgsql as $$ begin
    ${weighInserted(structures)}
    return null;
  end $$`,
  "create trigger versions_weighed after insert or delete on form_versions for each row execute function weigh_versions()",
  "create trigger pending_weighed after insert or delete on pending_changes for each row execute function weigh_versions()",
  `create function weigh_checks() returns trigger language plpgsql as $$ begin
    ${weighInserted(checks)}
    return null;
  end $$`,
  "create trigger checks_weighed after insert or delete on form_checks for each row execute function weigh_checks()",
  `create function weigh_pictures() returns trigger language plpgsql as $$ begin
    ${weighInserted(pictures)}
    return null;
  end $$`,
  "create trigger pictures_weighed after insert or delete on form_images for each row execute function weigh_pictures()",
  `create function weigh_files() returns trigger language plpgsql as $$ begin
    if tg_op <> 'DELETE' and new.response_id is not null then ${files.more} end if;
    if tg_op <> 'INSERT' and old.response_id is not null then ${files.less} end if;
    return null;
  end $$`,
  `create trigger files_weighed after insert or delete or update of response_id on files
    for each row execute function weigh_files()`,
];
