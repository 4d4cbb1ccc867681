/** Applies to a restored database what must not come back: revoked tokens and erased answers. */
import { DatabaseSync } from "node:sqlite";

export interface Reapplied {
  /** Tokens that were revoked after the backup was made. */
  readonly revokedTokens: number;
  /** Responses that were erased or deleted after the backup was made. */
  readonly erasedResponses: number;
}

/**
 * Revokes tokens and empties responses in `restored` that are revoked or deleted in `previous`. Fills that are not there any
 * more were submitted, erased or expired, so they go as well. Files of them lose their rows; the hourly cleanup removes
 * files without a row.
 */
export function reapply(restored: string, previous: string): Reapplied {
  const database = new DatabaseSync(restored);
  try {
    // Without a write-ahead log, so that the file is complete when it is closed.
    database.exec("pragma journal_mode = delete; pragma secure_delete = on");
    database.prepare("attach ? as previous").run(previous);
    database.exec("begin immediate");
    const revokedTokens = has(database, "tokens") ? run(database, REVOKE) : 0;
    const erasedResponses = has(database, "responses") ? eraseResponses(database) : 0;
    database.exec("commit");
    return { revokedTokens, erasedResponses };
  } finally {
    database.close();
  }
}

const REVOKE = `
  update tokens set revoked_at = (select old.revoked_at from previous.tokens as old where old.id = tokens.id)
  where revoked_at is null and id in (select id from previous.tokens where revoked_at is not null)`;

/** Responses that were deleted since. */
const DELETED = `
  select id from responses where status <> 'deleted'
    and id in (select id from previous.responses where status = 'deleted')`;
const FINISHED_FILLS = "select id from fills where id not in (select id from previous.fills)";

function eraseResponses(database: DatabaseSync): number {
  for (const statement of [
    `delete from verifications where response_id in (${DELETED})`,
    `delete from files where response_id in (${DELETED}) or fill_id in (${FINISHED_FILLS})`,
    `delete from fills where id in (${FINISHED_FILLS})`,
  ]) {
    database.exec(statement);
  }
  if (has(database, "exports")) {
    database.exec(
      `delete from exports where form_id in (select form_id from responses where id in (${DELETED}))`,
    );
  }
  return run(
    database,
    `update responses set status = 'deleted', email = null, answers = '{}' where id in (${DELETED})`,
  );
}

function run(database: DatabaseSync, statement: string): number {
  return Number(database.prepare(statement).run().changes);
}

/** Whether both databases have the table: the backup may be older than it. */
function has(database: DatabaseSync, table: string): boolean {
  const sql = `
    select (select count(*) from main.sqlite_schema where name = :table)
         + (select count(*) from previous.sqlite_schema where name = :table) as count`;
  return database.prepare(sql).get({ table })?.count === 2;
}
