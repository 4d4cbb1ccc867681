import { type Kysely, type Migration, SqliteAdapter, sql } from "kysely";
import { moreBytes } from "./0036_account_usage.ts";

/** The check lists of forms count as their structures do. Rows are replaced, never updated, and go before their form. */
export const weighedChecks: Migration = {
  async up(db: Kysely<unknown>) {
    const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter;
    for (const statement of isSqlite ? sqliteTriggers : postgresTriggers)
      await sql.raw(statement).execute(db);
    await sql`insert into account_usage (account_id, structure_bytes, file_bytes)
      select owner_id, sum(octet_length(checks)), 0 from form_checks
      join forms on forms.id = form_id where true group by owner_id
      on conflict (account_id) do update set
        structure_bytes = account_usage.structure_bytes + excluded.structure_bytes`.execute(db);
  },
};

const more = moreBytes("octet_length(new.checks)", "0", "new.form_id");
const less = moreBytes("-octet_length(old.checks)", "0", "old.form_id");

const sqliteTriggers = [
  `create trigger checks_weighed_when_added after insert on form_checks begin ${more} end`,
  `create trigger checks_weighed_when_removed after delete on form_checks begin ${less} end`,
];

const postgresTriggers = [
  `create function weigh_checks() returns trigger language plpgsql as $$ begin
    if tg_op = 'INSERT' then ${more} else ${less} end if;
    return null;
  end $$`,
  "create trigger checks_weighed after insert or delete on form_checks for each row execute function weigh_checks()",
];
