import { type Kysely, sql } from "kysely";
import { CHANNEL } from "./epochs.ts";

/** An arbitrary number that no other user of the database has. */
const SETUP_LOCK = 7_404_271_842;

/**
 * Creates the objects that only PostgreSQL needs, at every start. Triggers announce changed tokens and locked accounts to every
 * node, in the transaction that changes them. A table counts requests for limits; it need not survive a crash.
 */
export async function setUp<Tables>(db: Kysely<Tables>): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(SETUP_LOCK)})`.execute(transaction);
    await sql`
      create or replace function announce_token() returns trigger language plpgsql as $$
      begin
        perform pg_notify(${sql.lit(CHANNEL)}, '');
        return null;
      end $$`.execute(transaction);
    await sql`drop trigger if exists token_changed on tokens`.execute(transaction);
    await sql`
      create trigger token_changed
      after delete or update of revoked_at, expires_at, scopes, hash, account_id on tokens
      for each statement execute function announce_token()`.execute(transaction);
    await sql`drop trigger if exists account_locked on accounts`.execute(transaction);
    await sql`
      create trigger account_locked after update of locked_at on accounts
      for each statement execute function announce_token()`.execute(transaction);
    await sql`
      create unlogged table if not exists request_windows (
        key text primary key,
        opened_at timestamptz not null,
        used integer not null
      )`.execute(transaction);
    // Removes windows of limits that no longer exist. No window is as long as a day.
    await sql`delete from request_windows where opened_at < clock_timestamp() - interval '1 day'`.execute(
      transaction,
    );
  });
}
