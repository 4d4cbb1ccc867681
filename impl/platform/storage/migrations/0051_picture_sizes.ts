import type { Kysely, Migration } from "kysely";

/** How large the pictures of lessons are, so that pages keep their place while they load. */
export const pictureSizes: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable("lesson_parts").addColumn("width", "integer").execute();
    await db.schema.alterTable("lesson_parts").addColumn("height", "integer").execute();
  },
};
