import { type Kysely, type Migration, SqliteAdapter, sql } from "kysely";

/**
 * How many bytes the structures and the files of an account's forms take. Triggers keep them, so that they are right whatever
 * changes the rows. Files that are not sent belong to nobody yet.
 */
export const accountUsage: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable("account_usage")
      .addColumn("account_id", "text", (column) =>
        column.primaryKey().notNull().references("accounts.id").onDelete("cascade"),
      )
      .addColumn("structure_bytes", "bigint", (column) => column.notNull())
      .addColumn("file_bytes", "bigint", (column) => column.notNull())
      .execute();
    await sql`insert into account_usage (account_id, structure_bytes, file_bytes)
      select owner_id, sum(octet_length(structure)), 0 from form_versions
      join forms on forms.id = form_id group by owner_id`.execute(db);
    await sql`update account_usage set file_bytes = coalesce((select sum(size_bytes) from files
      join responses on responses.id = response_id join forms on forms.id = form_id
      where owner_id = account_id), 0)`.execute(db);
    const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter;
    for (const statement of isSqlite ? sqliteTriggers : postgresTriggers)
      await sql.raw(statement).execute(db);
  },
};

export const moreBytes = (structure: string, file: string, form: string) => `
  insert into account_usage (account_id, structure_bytes, file_bytes)
  select owner_id, ${structure}, ${file} from forms where id = ${form}
  on conflict (account_id) do update set
    structure_bytes = account_usage.structure_bytes + excluded.structure_bytes,
    file_bytes = account_usage.file_bytes + excluded.file_bytes;`;
const formOf = (row: "old" | "new") => `(select form_id from responses where id = ${row}.response_id)`;
export const moreStructures = moreBytes("octet_length(new.structure)", "0", "new.form_id");
export const lessStructures = moreBytes("-octet_length(old.structure)", "0", "old.form_id");
const moreFiles = moreBytes("0", "new.size_bytes", formOf("new"));
const lessFiles = moreBytes("0", "-old.size_bytes", formOf("old"));

const sqliteTriggers = [
  `create trigger versions_weighed_when_added after insert on form_versions begin ${moreStructures} end`,
  `create trigger versions_weighed_when_removed after delete on form_versions begin ${lessStructures} end`,
  `create trigger files_weighed_when_added after insert on files when new.response_id is not null begin ${moreFiles} end`,
  `create trigger files_weighed_when_removed after delete on files when old.response_id is not null begin ${lessFiles} end`,
  `create trigger files_weighed_when_sent after update of response_id on files
    when old.response_id is null and new.response_id is not null begin ${moreFiles} end`,
];

const postgresTriggers = [
  `create function weigh_versions() returns trigger language plpgsql as $$ begin
    if tg_op = 'INSERT' then ${moreStructures} else ${lessStructures} end if;
    return null;
  end $$`,
  "create trigger versions_weighed after insert or delete on form_versions for each row execute function weigh_versions()",
  `create function weigh_files() returns trigger language plpgsql as $$ begin
    if tg_op <> 'DELETE' and new.response_id is not null then ${moreFiles} end if;
    if tg_op <> 'INSERT' and old.response_id is not null then ${lessFiles} end if;
    return null;
  end $$`,
  `create trigger files_weighed after insert or delete or update of response_id on files
    for each row execute function weigh_files()`,
];
