import type { Kysely, Migration } from "kysely";

/** What owners of lessons change: the name, and whether learners see the lesson. */
export const ownLessons: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable("lessons").addColumn("name", "text").execute();
    await db.schema.alterTable("lessons").addColumn("unpublished_at", "text").execute();
  },
};
