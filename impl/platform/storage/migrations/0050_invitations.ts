import { type Kysely, type Migration, sql } from "kysely";

/** Addresses without an account that a form is to be shared with. */
export const invitations: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  `create table form_invitations (
    id text primary key not null, form_id text not null references forms (id) on delete cascade, email text not null,
    permission text not null, created_at text not null, constraint invitations_of_form unique (form_id, email))`,
  ...["email", "created_at"].map(
    (column) => `create index form_invitations_by_${column} on form_invitations (${column})`,
  ),
];
