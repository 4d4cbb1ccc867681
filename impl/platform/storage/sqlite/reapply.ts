/** Repeats revocations, erasures and deletions made since the backup on the restored database, so nothing of it comes back. */
import { DatabaseSync } from "node:sqlite";

export interface Reapplied {
  /** Tokens that were revoked after the backup was made. */
  readonly revokedTokens: number;
  /** Responses that were erased or deleted after the backup was made. */
  readonly erasedResponses: number;
  /** Accounts that were locked after the backup was made. */
  readonly lockedAccounts: number;
  /** Accounts that were deleted after the backup was made, with everything that they owned. */
  readonly deletedAccounts: number;
  /** Forms that were deleted after the backup was made; forms of deleted accounts are not counted. */
  readonly deletedForms: number;
  /** Lessons that were deleted after the backup was made. A lesson that was in progress is generated again: its credits are reserved. */
  readonly deletedLessons: number;
  /** Shares of forms that were ended after the backup was made. */
  readonly endedShares: number;
}

interface Rule {
  /** The total that its changes are added to; undefined: they are not counted. */
  readonly counts?: keyof Reapplied;
  /** Tables that both databases must have: the backup may be older than one of them. */
  readonly tables: readonly string[];
  readonly sql: string;
}

/** Selects responses that were deleted since the backup. */
const DELETED = `
  select id from responses where status <> 'deleted'
    and id in (select id from previous.responses where status = 'deleted')`;
/** Selects responses that were deleted before the backup and erased after it. */
const ERASED = `
  select response_id from deleted_responses where response_id not in (select response_id from previous.deleted_responses)
    and response_id in (select id from previous.responses where status = 'deleted')`;
const DELETED_FORMS = "select id from previous.deletions";
const FINISHED_FILLS = "select id from fills where id not in (select id from previous.fills)";

/** Rows that triggers count for the owner of a form. They are removed before their form, else the trigger finds no owner. */
const COUNTED: readonly Rule[] = [
  {
    tables: ["files"],
    sql: `delete from files where response_id in (select id from responses where form_id in (${DELETED_FORMS}))
      or fill_id in (select id from fills where form_id in (${DELETED_FORMS}))`,
  },
  ...["form_images", "form_versions", "form_checks", "pending_changes", "fills"].map((table) => ({
    tables: [table],
    sql: `delete from ${table} where form_id in (${DELETED_FORMS})`,
  })),
];

/**
 * The rules in the order in which they run. Missing fills were submitted, erased or expired, so they are removed. Missing
 * sessions, passkeys and mailed links have ended. Rows of files are removed with their owners, and the hourly cleanup removes
 * files without a row. Dropped keys are replaced by the keys that signed last. Responses that were deleted since the backup are
 * erased: their deletion can no longer be undone.
 */
const RULES: readonly Rule[] = [
  {
    counts: "revokedTokens",
    tables: ["tokens"],
    sql: `update tokens set revoked_at = (select old.revoked_at from previous.tokens as old where old.id = tokens.id)
      where revoked_at is null and id in (select id from previous.tokens where revoked_at is not null)`,
  },
  {
    counts: "lockedAccounts",
    tables: ["accounts"],
    sql: `update accounts set locked_at = (select old.locked_at from previous.accounts as old where old.id = accounts.id)
      where locked_at is null and id in (select id from previous.accounts where locked_at is not null)`,
  },
  {
    tables: ["verifications"],
    sql: `delete from verifications where response_id in (${DELETED})`,
  },
  {
    tables: ["files"],
    sql: `delete from files where response_id in (${DELETED}) or fill_id in (${FINISHED_FILLS})`,
  },
  {
    tables: ["deleted_responses", "files"],
    sql: `delete from files where response_id in (${ERASED})`,
  },
  {
    counts: "erasedResponses",
    tables: ["deleted_responses"],
    sql: `delete from deleted_responses where response_id in (${ERASED})`,
  },
  { tables: ["fills"], sql: `delete from fills where id in (${FINISHED_FILLS})` },
  {
    tables: ["exports"],
    sql: `delete from exports where form_id in (select form_id from responses where id in (${DELETED}))`,
  },
  {
    counts: "erasedResponses",
    tables: ["responses"],
    sql: `update responses set status = 'deleted', email = null, answers = '{}' where id in (${DELETED})`,
  },
  // Removed test responses leave no row.
  {
    counts: "erasedResponses",
    tables: ["responses"],
    sql: `delete from responses where is_test = 1 and form_id in (select id from previous.forms)
      and id not in (select id from previous.responses)`,
  },
  {
    counts: "deletedAccounts",
    tables: ["accounts"],
    sql: "delete from accounts where id in (select id from previous.deletions)",
  },
  ...COUNTED,
  {
    counts: "deletedForms",
    tables: ["forms"],
    sql: `delete from forms where id in (${DELETED_FORMS})`,
  },
  // Forms that were brought back since the backup, and those that were put into the bin.
  {
    tables: ["deleted_forms"],
    sql: `update forms set deleting_at = null where id in (select form_id from deleted_forms)
      and id in (select id from previous.forms where deleting_at is null)`,
  },
  {
    tables: ["deleted_forms"],
    sql: "delete from deleted_forms where form_id in (select id from previous.forms where deleting_at is null)",
  },
  {
    tables: ["deleted_forms"],
    sql: `update forms set deleting_at = (select old.deleting_at from previous.forms as old where old.id = forms.id)
      where deleting_at is null and id in (select form_id from previous.deleted_forms)`,
  },
  {
    tables: ["deleted_forms"],
    sql: `insert or replace into deleted_forms (form_id, account_id, erase_at)
      select form_id, account_id, erase_at from previous.deleted_forms where form_id in (select id from forms)`,
  },
  {
    counts: "deletedLessons",
    tables: ["lessons"],
    sql: `delete from lessons where status in ('completed', 'partial', 'failed') and id in (select id from previous.deletions)`,
  },
  {
    tables: ["lessons"],
    sql: `delete from lesson_quotes where id in (select reference from credit_transactions where cause = 'lesson')
      and id not in (select quote_id from lessons)`,
  },
  {
    tables: ["images"],
    sql: "delete from images where id not in (select image_id from form_images)",
  },
  {
    counts: "endedShares",
    tables: ["form_shares"],
    sql: `delete from form_shares where form_id in (select id from previous.forms)
      and (form_id, account_id) not in (select form_id, account_id from previous.form_shares)`,
  },
  {
    tables: ["form_invitations"],
    sql: `delete from form_invitations where form_id in (select id from previous.forms)
      and id not in (select id from previous.form_invitations)`,
  },
  { tables: ["sessions"], sql: "delete from sessions where id not in (select id from previous.sessions)" },
  { tables: ["passkeys"], sql: "delete from passkeys where id not in (select id from previous.passkeys)" },
  {
    tables: ["webhooks"],
    sql: "delete from webhooks where form_id in (select id from previous.forms) and id not in (select id from previous.webhooks)",
  },
  {
    tables: ["webhook_deliveries"],
    sql: `delete from webhook_deliveries where id not in (select id from previous.webhook_deliveries where state = 'waiting')
      and id in (select id from previous.webhook_deliveries)`,
  },
  {
    tables: ["saved_views"],
    sql: `delete from saved_views where form_id in (select id from previous.forms)
      and id not in (select id from previous.saved_views)`,
  },
  // People who were told, who left the list, or whose addresses were erased. The others have not moved in its order.
  {
    tables: ["waiting_people"],
    sql: `delete from waiting_people where form_id in (select id from previous.forms)
      and id not in (select id from previous.waiting_people)`,
  },
  { tables: ["passkey_challenges"], sql: "delete from passkey_challenges" },
  {
    tables: ["mailed_links"],
    sql: "delete from mailed_links where hash not in (select hash from previous.mailed_links)",
  },
  {
    tables: ["secrets"],
    sql: `delete from secrets where name like '%@%' and value not in (select value from previous.secrets)`,
  },
  {
    tables: ["secrets"],
    sql: `update secrets set value = (select old.value from previous.secrets as old where old.name = secrets.name)
      where value not in (select value from previous.secrets) and name in (select name from previous.secrets)`,
  },
  {
    tables: ["deletions"],
    sql: "insert or ignore into deletions select id, deleted_at from previous.deletions",
  },
];

/**
 * Applies the rules to `restored`, as far as the tables of `previous` allow. If `previous` has no account of the backup, it was
 * created anew, such as by a server that started after a disk was lost. Its missing rows were not deleted, so nothing is applied.
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
