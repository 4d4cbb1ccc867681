import { type Kysely, type Migration, sql } from "kysely";

/** What deleted responses said, until they are erased: their rows are empty from the moment of the deletion. */
export const deletedResponses: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  `create table deleted_responses (
    response_id text primary key not null references responses (id) on delete cascade, form_id text not null,
    status text not null, email text, answers text not null, erase_at text not null)`,
  ...["form_id", "email", "erase_at"].map(
    (column) => `create index deleted_responses_by_${column} on deleted_responses (${column})`,
  ),
];
