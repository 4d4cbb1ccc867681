/** Creates the objects that only PostgreSQL needs, where they are missing. */
import { type Kysely, sql } from "kysely";
import { CHANNEL } from "./epochs.ts";

/** The body of the function that announces changes to every node. */
const ANNOUNCE = ` begin perform pg_notify('${CHANNEL}', ''); return null; end `;

/** The triggers by name, each with its table. A trigger that changes gets a new name. */
const TRIGGERS = {
  token_changed: {
    table: "tokens",
    events: "delete or update of revoked_at, expires_at, scopes, hash, account_id",
  },
  account_locked: { table: "accounts", events: "update of locked_at" },
} as const;

type TriggerName = keyof typeof TRIGGERS;

const triggerNames = Object.keys(TRIGGERS) as TriggerName[];

/** The objects that are there already. */
interface Present {
  readonly announces: boolean;
  readonly triggers: readonly string[];
  readonly windows: boolean;
}

/** Whether all objects are there. Reads the catalogs, and takes no lock that another query could wait for. */
export async function isSetUp<Tables>(db: Kysely<Tables>): Promise<boolean> {
  const { announces, triggers, windows } = await readPresent(db);
  return announces && windows && triggerNames.every((name) => triggers.includes(name));
}

/**
 * Creates what is missing. Triggers announce changed tokens and locked accounts to every node, in the transaction that changes
 * them. A table counts requests for limits; it need not survive a crash. Each statement is a transaction of its own, so it
 * never waits for the lock of one table while it holds the lock of another.
 */
export async function setUp<Tables>(db: Kysely<Tables>): Promise<void> {
  const { announces, triggers, windows } = await readPresent(db);
  if (!announces) await createFunction(db);
  for (const name of triggerNames) if (!triggers.includes(name)) await createTrigger(db, name);
  if (!windows) await createWindows(db);
}

async function readPresent<Tables>(db: Kysely<Tables>): Promise<Present> {
  const { rows } = await sql<Present>`
    select
      exists (select from pg_proc where proname = 'announce_token' and prosrc = ${ANNOUNCE}
        and pronamespace = current_schema()::regnamespace) as announces,
      array(select tgname::text from pg_trigger join pg_class on pg_class.oid = tgrelid
        where relnamespace = current_schema()::regnamespace and tgenabled <> 'D' and not tgisinternal) as triggers,
      to_regclass('request_windows') is not null as windows`.execute(db);
  return rows[0]!;
}

function createFunction<Tables>(db: Kysely<Tables>): Promise<unknown> {
  return sql`
    create or replace function announce_token() returns trigger language plpgsql as ${sql.lit(ANNOUNCE)}`.execute(
    db,
  );
}

/** "Or replace" also enables a trigger that was disabled. */
function createTrigger<Tables>(db: Kysely<Tables>, name: TriggerName): Promise<unknown> {
  const { table, events } = TRIGGERS[name];
  return sql`
    create or replace trigger ${sql.id(name)} after ${sql.raw(events)} on ${sql.id(table)}
    for each statement execute function announce_token()`.execute(db);
}

function createWindows<Tables>(db: Kysely<Tables>): Promise<unknown> {
  return sql`
    create unlogged table request_windows (
      key text primary key,
      opened_at timestamptz not null,
      used integer not null
    )`.execute(db);
}

/** Removes windows of limits that no longer exist, except those that a node uses now. No window is as long as a day. */
export async function removeExpiredWindows<Tables>(db: Kysely<Tables>): Promise<void> {
  await sql`
    delete from request_windows where key in (
      select key from request_windows where opened_at < clock_timestamp() - interval '1 day' for update skip locked
    )`.execute(db);
}
