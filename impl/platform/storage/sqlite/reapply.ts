/** Repeats revocations, erasures and deletions made since the backup on the restored database, so nothing of it comes back. */
import { DatabaseSync } from "node:sqlite";
import type { Reapplied, Rule } from "./reapply-rule.ts";
import { RULES } from "./reapply-rules.ts";

/**
 * Applies the rules whose tables both databases have. If `previous` has no account of the backup, it is a new database, such as one
 * of a server that started after its disk was lost. Rows that it lacks were not deleted, so nothing is applied.
 * @param restored path of the restored backup, which is changed @param previous path of the database that it replaces
 * @returns undefined if nothing was applied
 */
export function reapply(restored: string, previous: string): Reapplied | undefined {
  const database = new DatabaseSync(restored);
  try {
    // Without a write-ahead log, so that the file is complete when it is closed.
    database.exec("pragma journal_mode = delete; pragma secure_delete = on");
    database.prepare("attach ? as previous").run(previous);
    if (!isLaterState(database)) return undefined;
    database.exec("begin immediate");
    const changes = RULES.map((rule) => ({ rule, count: apply(database, rule) }));
    database.exec("commit");
    const total = (counted: keyof Reapplied) =>
      changes.reduce((sum, { rule, count }) => sum + (rule.counts === counted ? count : 0), 0);
    return {
      revokedTokens: total("revokedTokens"),
      erasedResponses: total("erasedResponses"),
      lockedAccounts: total("lockedAccounts"),
      deletedAccounts: total("deletedAccounts"),
      deletedForms: total("deletedForms"),
      deletedLessons: total("deletedLessons"),
      endedShares: total("endedShares"),
    };
  } finally {
    database.close();
  }
}

/** Returns whether the replaced database has, or had, an account of the backup. */
function isLaterState(database: DatabaseSync): boolean {
  const deleted = has(database, "previous.deletions") ? "union all select id from previous.deletions" : "";
  const sql = `select 1 from accounts where id in (select id from previous.accounts ${deleted}) limit 1`;
  return database.prepare(sql).get() !== undefined;
}

function apply(database: DatabaseSync, { tables, sql }: Rule): number {
  const isKnown = [...tables, ...(sql.includes("previous.deletions") ? ["previous.deletions"] : [])].every(
    (table) => has(database, table),
  );
  return isKnown ? Number(database.prepare(sql).run().changes) : 0;
}

/** Returns whether both databases have a table. With the prefix `previous.`, only the previous one must have it. */
function has(database: DatabaseSync, table: string): boolean {
  const [name, only] = table.startsWith("previous.") ? [table.slice(9), true] : [table, false];
  const count = (schema: string) =>
    Number(
      database.prepare(`select count(*) as count from ${schema}.sqlite_schema where name = ?`).get(name)!
        .count,
    );
  return count("previous") === 1 && (only || count("main") === 1);
}
