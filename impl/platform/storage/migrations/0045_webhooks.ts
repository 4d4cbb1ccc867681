import { type Kysely, type Migration, sql } from "kysely";

/** Addresses that the events of a form are sent to, each once, and their deliveries. */
export const webhooks: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  `create table webhooks (
    id text primary key not null, form_id text not null references forms (id) on delete cascade, url text not null,
    events text not null, addresses integer not null, secret text not null, created_at text not null, disabled_at text,
    notice integer not null, constraint webhooks_of_form unique (form_id, url))`,
  `create table webhook_deliveries (
    id text primary key not null, webhook_id text not null references webhooks (id) on delete cascade,
    form_id text not null references forms (id) on delete cascade, event text not null,
    response_id text references responses (id) on delete cascade, state text not null, attempts integer not null,
    due_at text, sent_at text, status integer, problem text, answer text, created_at text not null)`,
  ...["webhook_id, due_at", "webhook_id, created_at", "form_id", "response_id", "created_at"].map(
    (columns) =>
      `create index webhook_deliveries_by_${columns.replace(", ", "_")} on webhook_deliveries (${columns})`,
  ),
];
