/** The rules that end access again that ended since the backup. */
import type { Rule } from "./reapply-rule.ts";

/** Shares that were ended and invitations that were accepted or withdrawn since the backup are removed. */
export const SHARES: readonly Rule[] = [
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
];

/**
 * Folders that were removed since the backup are removed again, so that their members have no access by them. Members that left are
 * removed, and forms that were taken out of their folder are in none.
 */
export const FOLDERS: readonly Rule[] = [
  {
    tables: ["folder_members"],
    sql: "delete from folders where id not in (select id from previous.folders)",
  },
  {
    counts: "endedShares",
    tables: ["folder_members"],
    sql: `delete from folder_members
      where (folder_id, account_id) not in (select folder_id, account_id from previous.folder_members)`,
  },
  {
    tables: ["folder_members"],
    sql: "delete from folder_invitations where id not in (select id from previous.folder_invitations)",
  },
  {
    tables: ["folder_members"],
    sql: `update forms set folder_id = null where folder_id is not null
      and (id, folder_id) not in (select id, folder_id from previous.forms where folder_id is not null)`,
  },
];
