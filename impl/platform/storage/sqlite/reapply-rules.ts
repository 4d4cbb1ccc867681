/** The rules that repeat revocations, erasures and deletions on a restored database. */
import type { Rule } from "./reapply-rule.ts";
import { FOLDERS, SHARES } from "./reapply-sharing.ts";

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

/** Removes rows that triggers count for the owner of a form. They are removed before the form, because the trigger reads its owner. */
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

/** Revoked tokens stay revoked, and locked accounts stay locked. */
const ACCESS: readonly Rule[] = [
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
];

/**
 * Responses that were deleted since the backup are erased, because their deletion can no longer be undone. Responses that were deleted
 * before it and erased since are erased again. Missing fills were submitted, erased or expired, so they are removed.
 */
const RESPONSES: readonly Rule[] = [
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
];

/** Deleted accounts and forms are deleted again, with everything that belongs to them. */
const ACCOUNTS_AND_FORMS: readonly Rule[] = [
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
];

/** Forms that were brought back from the bin leave it, and forms that were put into the bin since are put into it again. */
const BIN: readonly Rule[] = [
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
];

/** Deleted lessons are deleted again, with their quotes. */
const LESSONS: readonly Rule[] = [
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
];

/** Images without a form are removed. */
const IMAGES: readonly Rule[] = [
  {
    tables: ["images"],
    sql: "delete from images where id not in (select image_id from form_images)",
  },
];

/** Missing sessions and passkeys have ended. */
const SIGN_INS: readonly Rule[] = [
  { tables: ["sessions"], sql: "delete from sessions where id not in (select id from previous.sessions)" },
  { tables: ["passkeys"], sql: "delete from passkeys where id not in (select id from previous.passkeys)" },
];

/** Links to results, webhooks, live addresses, deliveries, saved views and waiting people that are missing were removed, sent, left or notified. */
const PARTS_OF_FORMS: readonly Rule[] = [
  {
    tables: ["webhooks"],
    sql: "delete from webhooks where form_id in (select id from previous.forms) and id not in (select id from previous.webhooks)",
  },
  {
    tables: ["live_addresses"],
    sql: `delete from live_addresses where form_id in (select id from previous.forms)
      and hash not in (select hash from previous.live_addresses)`,
  },
  {
    tables: ["shared_results"],
    sql: `delete from shared_results where form_id in (select id from previous.forms)
      and nonce not in (select nonce from previous.shared_results)`,
  },
  // The link shows the questions that were chosen last.
  {
    tables: ["shared_results"],
    sql: `update shared_results set fields =
      (select old.fields from previous.shared_results as old where old.nonce = shared_results.nonce)
      where nonce in (select nonce from previous.shared_results)`,
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
  // The order of the remaining people has not changed.
  {
    tables: ["waiting_people"],
    sql: `delete from waiting_people where form_id in (select id from previous.forms)
      and id not in (select id from previous.waiting_people)`,
  },
];

/** Open challenges cannot be continued, and missing links have been used or have expired. */
const LINKS: readonly Rule[] = [
  { tables: ["passkey_challenges"], sql: "delete from passkey_challenges" },
  {
    tables: ["mailed_links"],
    sql: "delete from mailed_links where hash not in (select hash from previous.mailed_links)",
  },
];

/** Dropped keys are removed or replaced by the keys that signed last. */
const KEYS: readonly Rule[] = [
  {
    tables: ["secrets"],
    sql: `delete from secrets where name like '%@%' and value not in (select value from previous.secrets)`,
  },
  {
    tables: ["secrets"],
    sql: `update secrets set value = (select old.value from previous.secrets as old where old.name = secrets.name)
      where value not in (select value from previous.secrets) and name in (select name from previous.secrets)`,
  },
];

/** The list of deletions is completed, so the next restored backup can be compared with it. */
const DELETIONS: readonly Rule[] = [
  {
    tables: ["deletions"],
    sql: "insert or ignore into deletions select id, deleted_at from previous.deletions",
  },
];

/**
 * All rules in the order in which they run. Rows of files are removed with their owners, and the hourly cleanup removes files
 * without a row.
 */
export const RULES: readonly Rule[] = [
  ...ACCESS,
  ...RESPONSES,
  ...ACCOUNTS_AND_FORMS,
  ...BIN,
  ...LESSONS,
  ...IMAGES,
  ...SHARES,
  ...FOLDERS,
  ...SIGN_INS,
  ...PARTS_OF_FORMS,
  ...LINKS,
  ...KEYS,
  ...DELETIONS,
];
