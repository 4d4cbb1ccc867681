import { type Kysely, type Migration, sql } from "kysely";

/** The service no longer asks the models of its callers, so it signs no states of waiting calls. */
export const noUsedStates: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.dropTable("used_states").execute();
    await sql`delete from secrets where name = 'request-states' or name like 'request-states@%'`.execute(db);
  },
};
