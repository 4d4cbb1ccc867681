import { type Kysely, type Migration, SqliteAdapter, sql } from "kysely";
import { moreBytes } from "./0036_account_usage.ts";

/** Pictures count as files of every form that has them, copies included. They are taken from a form before it is removed. */
export const weighedPictures: Migration = {
  async up(db: Kysely<unknown>) {
    const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter;
    for (const statement of isSqlite ? sqliteTriggers : postgresTriggers)
      await sql.raw(statement).execute(db);
    await sql`insert into account_usage (account_id, structure_bytes, file_bytes)
      select owner_id, 0, sum(size_bytes) from form_images
      join images on images.id = image_id join forms on forms.id = form_id where true group by owner_id
      on conflict (account_id) do update set
        file_bytes = account_usage.file_bytes + excluded.file_bytes`.execute(db);
  },
};

const sizeOf = (row: "new" | "old") =>
  `coalesce((select size_bytes from images where id = ${row}.image_id), 0)`;
const more = moreBytes("0", sizeOf("new"), "new.form_id");
const less = moreBytes("0", `-${sizeOf("old")}`, "old.form_id");

const sqliteTriggers = [
  `create trigger pictures_weighed_when_added after insert on form_images begin ${more} end`,
  `create trigger pictures_weighed_when_removed after delete on form_images begin ${less} end`,
];

const postgresTriggers = [
  `create function weigh_pictures() returns trigger language plpgsql as $$ begin
    if tg_op = 'INSERT' then ${more} else ${less} end if;
    return null;
  end $$`,
  "create trigger pictures_weighed after insert or delete on form_images for each row execute function weigh_pictures()",
];
