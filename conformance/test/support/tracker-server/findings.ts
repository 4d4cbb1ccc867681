/** Fault of a tracker -> the case that finds it, and what its finding says. */
import { expect } from "vitest";
import type { Report } from "../../../results/report.ts";
import type { TrackerFault } from "./faults.ts";

/** `not verified` if the run only names what it did not see. `tool`: the tool that is called last, if it is not that of the case. */
type Finding = readonly [id: string, got: RegExp, status?: "not verified" | undefined, tool?: string];

export const findings: Readonly<Record<TrackerFault, Finding>> = {
  "get-is-open-to-everybody": [
    "access/tracker_get_issue/issue_id/other-account",
    /a result: .*The lamp is broken/,
  ],
  "move-is-open-to-everybody": ["access/tracker_move_issue/issue_id/other-account", /"state":"closed"/],
  "comment-is-applied-before-access-is-checked": [
    "access/tracker_comment_issue/issue_id/other-account",
    /tracker_comment_issue refused the call, but then tracker_get_issue: \/comment_count is 1 instead of 0/,
  ],
  "foreign-ids-are-told-apart": ["access/tracker_label_issue/issue_id/other-account", /ID is not yours/],
  "unknown-id-has-another-code": ["access/tracker_move_issue/issue_id/unknown-id", /There is no issue/],
  "list-shows-foreign-issues": [
    "access/tracker_list_issues/list/issues/issue_id",
    /tracker_list_issues lists "iss_/,
  ],
  "shared-issues-are-not-listed": [
    "access/tracker_list_issues/issue/shared",
    /the account with access gets not in the list/,
  ],
  "guests-see-no-comments": [
    "access/tracker_get_issue/issue/shared",
    /\/comment_count is 0 instead of \d+, which its owner sees/,
  ],
  "pages-begin-with-shared-issues": ["pages/tracker_list_issues/shared-items", /is on two pages/],
  "sort-is-ignored": ["pages/tracker_list_issues/order/newest", / comes after "/],
  "sort-ends-with-the-first-page": ["pages/tracker_list_issues/order/title", / comes after "|is on/],
  "cursor-keeps-its-sort": ["pages/tracker_list_issues/cursor-with-order/title", /the items "iss_/],
  "equal-titles-hide-issues": ["pages/tracker_list_issues/order/title", /is on none/],
  "get-overwrites-titles": [
    "modes/tracker_get_issue/read-only",
    /tracker_list_issues: \/title is "Overwritten" instead of "The lamp is broken"/,
  ],
  "list-closes-issues": ["modes/tracker_list_issues/read-only", /tracker_get_issue: \/state is "closed"/],
  "get-adds-a-label": ["modes/tracker_get_issue/read-only", /tracker_list_issues: \/labels\/1 is "seen"/],
  "get-counts-reads": ["modes/tracker_get_issue/read-only", /tracker_get_issue: \/views is 2 instead of 1/],
  "delete-takes-the-next-one": [
    "effects/tracker_delete_issue/issue/others-stay",
    /tracker_get_issue: .*"not_found"/,
  ],
  "delete-takes-the-one-before": [
    "effects/tracker_delete_issue/issue/others-stay",
    /tracker_get_issue: .*"not_found"/,
  ],
  "delete-of-an-unknown-id-takes-the-oldest": [
    "effects/tracker_delete_issue/issue/others-stay",
    /tracker_get_issue: .*"not_found"/,
  ],
  "labels-reopen-closed-issues": ["effects/tracker_label_issue/issue/state-stays", /it is "open"/],
  "copies-lose-labels": [
    "effects/tracker_copy_issue/copies/tracker_label_issue/kitchen",
    /\/labels\/1 is nothing instead of "kitchen"/,
  ],
  "copies-lose-estimates": [
    "effects/tracker_copy_issue/copies/tracker_create_issue/broken-lamp",
    /\/estimate is nothing instead of 2\.5/,
  ],
  "copies-keep-their-state": [
    "effects/tracker_copy_issue/copies/tracker_move_issue/close",
    /\/state is "closed" instead of "open"/,
  ],
  "copying-moves-labels": [
    "effects/tracker_copy_issue/copies/tracker_create_issue/broken-lamp",
    /tracker_get_issue: \/labels\/0 is nothing instead of "new"/,
  ],
  "reporter-is-ignored": [
    "arguments/tracker_create_issue/reporter",
    /no effect of \/reporter was seen/,
    "not verified",
  ],
  "include-comments-is-ignored": [
    "arguments/tracker_get_issue/include_comments",
    /no effect of \/include_comments was seen/,
    "not verified",
  ],
  "words-is-ignored": [
    "arguments/tracker_summarize_issue/words",
    /no effect of \/words was seen/,
    "not verified",
  ],
  "key-is-shared-by-accounts": [
    "isolation/tracker_create_issue/key",
    /it got \/issue_id of the first|key_reused/,
  ],
  "cursor-shows-its-account": ["isolation/tracker_list_issues/cursor", /is an item of the first/],
  "quota-is-shared-by-accounts": [
    "isolation/tracker_summarize_issue/summary_quota/account",
    /the use rose by 1/,
  ],
  "quota-ends-for-all-accounts": [
    "isolation/tracker_summarize_issue/summary_quota/other-end",
    /quota_exceeded/,
  ],
  "quota-counts-for-each-token": [
    "isolation/tracker_summarize_issue/summary_quota/tokens",
    /the use rose by 0/,
  ],
  "export-serves-whoever-has-its-id": ["isolation/tracker_read_export/export_lifetime", /success/],
  "export-has-issues-of-all": [
    "isolation/tracker_export_issues/file/download_url",
    /it has the issue "iss_\w+" of another account/,
  ],
  "labels-take-each-others-place": [
    "effects/tracker_label_issue/adds/label",
    /its result does not show "new" any more/,
  ],
  "labels-move-the-closing-time": ["states/issue/set-only/closed_at", /without such a call/],
  "closing-time-is-a-minute-early": [
    "states/issue/open/close/sets/closed_at",
    /but the call was made between/,
  ],
  "new-issues-are-closed": ["states/issue/initial", /it is "closed"/],
  "states-are-ignored": ["states/issue/closed/start", /tracker_move_issue gave a result/],
  "refused-moves-are-applied": [
    "states/issue/closed/start",
    /tracker_move_issue refused the call, but then tracker_get_issue: \/state is "in_progress" instead of "closed"/,
  ],
  "close-leaves-it-open": ["states/issue/open/close", /tracker_get_issue shows "open"/],
  "reopen-is-refused": ["states/issue/closed/reopen", /Closed is closed/],
  "wrong-code-for-wrong-state": [
    "states/issue/in_progress/start",
    /An issue that is in_progress cannot start/,
  ],
  "comment-key-is-ignored": ["replay/tracker_comment_issue/same", /\/number is 2 after 1/],
  "create-key-is-ignored": ["replay/tracker_create_issue/same", /\/issue_id is "iss_\w+" after "iss_/],
  "key-checked-too-late": ["replay/tracker_create_issue/at-once", /\/issue_id is "iss_\w+" after "iss_/],
  "wrong-code-for-used-key": ["replay/tracker_comment_issue/other-arguments/text", /^invalid_input: /],
  "key-ignores-arguments": ["replay/tracker_comment_issue/other-arguments/text", /a result: /],
  "key-ignores-the-issue": ["replay/tracker_comment_issue/other-arguments/issue_id", /a result: /],
  "key-ignores-the-reporter": ["replay/tracker_create_issue/other-arguments/reporter", /a result: /],
  "comment-repeats-the-effect-behind-the-key": [
    "replay/tracker_comment_issue/same",
    /tracker_get_issue: \/comment_count is 2 instead of 1/,
  ],
  "revision-is-ignored": ["concurrency/tracker_label_issue/stale", /a result: /],
  "later-revisions-pass": ["concurrency/tracker_label_issue/unknown", /a result: /],
  "labels-keep-the-revision": [
    "concurrency/tracker_label_issue/moves",
    /it stayed the same, and tracker_get_issue: \/labels\/1 is "kitchen"/,
  ],
  "wrong-code-for-a-stale-revision": ["concurrency/tracker_label_issue/stale", /has revision 2, not 1/],
  "revision-is-checked-too-early": ["concurrency/tracker_label_issue/at-once", /both passed/],
  "label-is-added-twice": ["modes/tracker_label_issue/idempotent", /\/labels\/2 is "kitchen"/],
  "comment-drops-labels": [
    "modes/tracker_comment_issue/not-destructive",
    /\/labels is \[\] instead of \["new"\]/,
  ],
  "comment-closes-the-issue": ["modes/tracker_comment_issue/not-destructive", /\/state is "closed"/],
  "create-deletes-the-oldest": [
    "modes/tracker_create_issue/not-destructive",
    /tracker_get_issue: \/ is "not_found"/,
  ],
  "delete-deletes-nothing": ["states/issue/ended", /tracker_delete_issue answered with success/],
  "page-repeats-an-item": ["pages/tracker_list_issues/every-item-once", /"iss_\w+" is on two pages/],
  "item-is-on-no-page": ["pages/tracker_list_issues/every-item-once", /"iss_\w+" is on none/],
  "order-changes": ["pages/tracker_list_issues/stable-order", /item \d+ was "iss_\w+", and is "iss_/],
  "total-is-wrong": ["pages/tracker_list_issues/total", /page 1 says \d+/],
  "limit-is-ignored": ["pages/tracker_list_issues/limit", /page 1 has \d+/],
  "every-cursor-is-accepted": ["pages/tracker_list_issues/forged-cursor", /a result/],
  "every-cursor-is-refused": ["pages/tracker_list_issues/every-item-once", /This cursor is of no page/],
  "total-ignores-filters": ["pages/tracker_list_issues/filter/state", /the total is \d+/],
  "filter-is-ignored": ["pages/tracker_list_issues/filter/state", /an item with "\w+" at \/state/],
  "filter-loses-items": ["pages/tracker_list_issues/filter/state", /"iss_\w+" is missing/],
  "filter-ends-with-the-first-page": [
    "pages/tracker_list_issues/filter/state",
    /an item with "\w+" at \/state|the total is/,
  ],
  "query-ends-with-the-second-page": [
    "pages/tracker_list_issues/filter/query/every-page",
    /an item with "[^"]*" at \/title/,
  ],
  "query-turns-other-filters-off": [
    "pages/tracker_list_issues/two-filters/state-query",
    /an item with "\w+" at \/state/,
  ],
  "cursor-keeps-its-state": ["pages/tracker_list_issues/cursor-with/state", /an item with "\w+" at \/state/],
  "equal-times-hide-issues": ["pages/tracker_list_issues/equal-times", /"iss_\w+" is on none/],
  "limit-has-another-default": ["pages/tracker_list_issues/limit", /,\[3\]\], not \[/],
  "reporter-is-missing": ["fields/tracker_list_issues/issues/*/reporter/with", /there is none/],
  "reporter-leaks": [
    "fields/tracker_list_issues/issues/*/reporter/without",
    /\/issues\/\d+\/reporter is there/,
  ],
  "title-is-ignored": ["results/tracker_create_issue/repeats/title", /\/title is "Untitled"/],
  "the-new-label-is-not-said": [
    "results/tracker_label_issue/names/issue_id",
    /the result has \["new"\] at \/labels, and tracker_get_issue shows \["new","kitchen"\]/,
  ],
  "copies-are-not-there": [
    "results/tracker_copy_issue/ids",
    /\/issue_id is "iss_0000000000zz", and no tool about an issue shows it/,
  ],
  "pages-fail": [
    "results/tracker_get_issue/addresses",
    /\/issues\/iss_\w+, which is at \/page_url, gave HTTP 500/,
  ],
  "pages-are-missing": [
    "results/tracker_get_issue/addresses",
    /\/issues\/iss_\w+, which is at \/page_url, gave HTTP 404/,
  ],
  "pages-are-of-the-first-issue": [
    "results/tracker_get_issue/addresses",
    /\/page_url of "iss_\w+" is .*, which is the address of another one/,
  ],
  "estimates-lose-digits": ["results/tracker_create_issue/digits/estimate", /\/estimate is 98765432$/],
  "another-issue-is-named": [
    "results/tracker_label_issue/repeats/issue_id",
    /\/issue_id is "iss_0000000000zz"/,
  ],
  "usage-does-not-add-up": [
    "results/tracker_get_usage/sums/limit",
    /\/limit is 30, and its parts \(\d+ \+ \d+\) make 31/,
  ],
  "list-shows-titles-in-capitals": [
    "results/tracker_list_issues/agrees-with/tracker_get_issue/title",
    /tracker_list_issues shows \/title "THE LAMP IS BROKEN/,
  ],
  "closed-issues-have-no-time": [
    "results/tracker_get_issue/invariants/0",
    /\/state is "closed", .*\/closed_at is missing/,
  ],
  "new-issues-are-shown-as-closed": ["results/tracker_create_issue/example/broken-lamp", /it is "closed"/],
  "rate-is-not-counted": ["limits/request_rate/over", /a result/],
  "rate-allows-one-more": ["limits/request_rate/over", /a result/],
  "rate-refuses-early": ["limits/request_rate/over", /a refusal before that/],
  "rate-asks-for-an-hour": ["limits/request_rate/over", /^3600$/],
  "rate-counts-all-tokens-together": ["limits/request_rate/other-token", /429/],
  "rate-window-never-opens": ["limits/request_rate/next-window", /429/],
  "export-rate-is-not-counted": ["limits/export_rate/over", /a result/],
  "export-rate-counts-all-tokens-together": ["limits/export_rate/other-token", /429/],
  "export-rate-window-never-opens": ["limits/export_rate/next-window", /429/],
  "export-has-one-too-many": ["limits/export_rows/tracker_export_issues/at-limit", /13 at \/issue_ids/],
  "export-never-ends": [
    "limits/export_lifetime/tracker_export_issues/after",
    /tracker_read_export answered success/,
  ],
  "export-ends-early": [
    "limits/export_lifetime/tracker_export_issues/before",
    /tracker_read_export answered export_gone/,
  ],
  "wrong-end-is-shown": [
    "limits/export_lifetime/tracker_export_issues/before",
    /is 1[12]\d\d(\.\d+)? s ahead/,
  ],
  "export-lives-on-when-used": [
    "limits/export_lifetime/tracker_export_issues/after-use",
    /tracker_read_export answered success/,
  ],
  "link-lives-on-when-used": ["limits/link_lifetime/tracker_export_issues/after-use", /HTTP 200/],
  "link-never-ends": ["limits/link_lifetime/tracker_export_issues/after", /HTTP 200/],
  "link-ends-early": ["limits/link_lifetime/tracker_export_issues/before", /HTTP 410/],
  "another-end-of-the-link-is-shown": [
    "limits/link_lifetime/tracker_export_issues/before",
    /"20[^"]*" is [56]\d\d(\.\d+)? s ahead/,
  ],
  "signature-opens-every-file": [
    "limits/link_lifetime/tracker_export_issues/before",
    /\/exports\/exp_\w+\?s=\w+ works/,
  ],
  "link-takes-signatures-of-others": [
    "isolation/tracker_export_issues/link_lifetime",
    /\/exports\/exp_\w+\?s=\w+ works/,
  ],
  "digest-is-of-another-file": [
    "results/tracker_export_issues/files/download_url",
    /its sha256 is \w{64}, and \/sha256 is \w{64}/,
  ],
  "file-has-another-size": [
    "results/tracker_export_issues/files/download_url",
    /its size is \d+, and \/bytes is \d+/,
  ],
  "file-has-another-name": [
    "results/tracker_export_issues/files/download_url",
    /its name is Mängel\.txt, and \/file_name is Mangel\.txt/,
  ],
  "link-needs-no-signature": ["limits/link_lifetime/tracker_export_issues/before", /\?s=\w+ works/],
  "summary-draws-nothing": ["limits/summary_quota/tracker_summarize_issue/draws", /the use rose by 0/],
  "summary-draws-twice": ["limits/summary_quota/tracker_summarize_issue/draws", /the use rose by 2/],
  "title-as-summary-draws": [
    "limits/summary_quota/tracker_summarize_issue/draws-nothing",
    /the use rose by 1/,
  ],
  "refused-summary-draws": [
    "limits/summary_quota/tracker_summarize_issue/refusal-draws-nothing",
    /the use rose by 1/,
  ],
  "failed-summary-keeps-its-unit": [
    "limits/summary_quota/tracker_summarize_issue/returned/too_short",
    /the use rose by 1/,
  ],
  "deleted-issue-returns-its-unit": [
    "limits/summary_quota/tracker_summarize_issue/ended/issue",
    /the use rose by -1/,
    undefined,
    "tracker_delete_issue",
  ],
  "quota-never-ends": ["limits/summary_quota/tracker_summarize_issue/end", /a call did/],
  "quota-has-another-code": ["limits/summary_quota/tracker_summarize_issue/end", /not_found/],
  "quota-never-resets": ["limits/summary_quota/tracker_summarize_issue/next-period", /and 1 after it/],
  "quota-resets-a-day-early": [
    "limits/summary_quota/tracker_summarize_issue/next-period",
    // On the last day of a month, the server counts for the next month before the run and after it.
    /, 0 before it after 1|, and 1 after it/,
  ],
  "quota-is-checked-too-late": ["limits/summary_quota/tracker_summarize_issue/end", /a call did/],
  "reopening-drops-labels": [
    "scenarios/reopened-issues-keep-everything/as-before",
    /structuredContent\/labels is \[\]/,
  ],
  "reopening-drops-comments": ["scenarios/reopened-issues-keep-everything/as-before", /comment_count is 0/],
  "exports-are-open-to-everybody": ["scenarios/exports-belong-to-their-account/read-by-another", /^success$/],
  "tokens-end-a-minute-early": ["authorization/tracker_get_usage/until-expiry", /HTTP 401/],
  "tokens-live-a-minute-longer": ["authorization/tracker_get_usage/until-expiry", /HTTP 200/],
  "tokens-live-on-when-used": ["authorization/tracker_get_usage/until-expiry", /HTTP 200/],
  "revoked-tokens-are-accepted": ["scenarios/a-revoked-token/ended", /^success$/],
};

/** Fault -> the cases whose calls show it, for findings in all results of a run. */
const shownBy: Readonly<Partial<Record<TrackerFault, readonly string[]>>> = {
  "closed-issues-have-no-time": ["states/issue/open/close"],
  "labels-move-the-closing-time": ["effects/tracker_label_issue/issue/state-stays"],
};

/** Lists the cases of a run that finds a fault. */
export function listCases(fault: TrackerFault): readonly string[] {
  return [findings[fault][0], ...(shownBy[fault] ?? [])];
}

/** A run has the finding of a fault, with what repeats it. */
export function expectFound({ results }: Report, fault: TrackerFault): void {
  const [id, got, status, own] = findings[fault];
  const found = results.find(({ subject }) => subject.id === id);
  const tool = own ?? found?.subject.tool ?? "tracker_";
  expect(found?.verdict).toMatchObject({
    ...(status === undefined
      ? { status: "failed", got: expect.stringMatching(got) }
      : { status: "unverified", cause: "no-effect", why: expect.stringMatching(got) }),
    evidence: { curl: expect.stringContaining(tool) },
  });
}
