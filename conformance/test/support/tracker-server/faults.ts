/** The ways in which the tracker can break its spec. Each breaks one promise; the names say what the tracker then does. */

const ofAccess = [
  "get-is-open-to-everybody",
  "move-is-open-to-everybody",
  "comment-is-applied-before-access-is-checked",
  "foreign-ids-are-told-apart",
  "unknown-id-has-another-code",
  "list-shows-foreign-issues",
  "shared-issues-are-not-listed",
  "guests-see-no-comments",
] as const;

const ofTokens = [
  "tokens-end-a-minute-early",
  "tokens-live-a-minute-longer",
  "tokens-live-on-when-used",
] as const;

const ofModes = [
  "get-overwrites-titles",
  "list-closes-issues",
  "get-adds-a-label",
  "get-counts-reads",
  "label-is-added-twice",
  "comment-drops-labels",
  "comment-closes-the-issue",
  "create-deletes-the-oldest",
] as const;

const ofEffects = [
  "delete-takes-the-next-one",
  "delete-takes-the-one-before",
  "delete-of-an-unknown-id-takes-the-oldest",
  "labels-reopen-closed-issues",
  "copies-lose-labels",
  "copies-lose-estimates",
  "copies-keep-their-state",
  "copying-moves-labels",
  "labels-take-each-others-place",
] as const;

const ofArguments = ["reporter-is-ignored", "include-comments-is-ignored", "words-is-ignored"] as const;

const ofIsolation = [
  "key-is-shared-by-accounts",
  "cursor-shows-its-account",
  "quota-is-shared-by-accounts",
  "quota-ends-for-all-accounts",
  "quota-counts-for-each-token",
  "export-serves-whoever-has-its-id",
  "link-takes-signatures-of-others",
  "export-has-issues-of-all",
] as const;

const ofStates = [
  "new-issues-are-closed",
  "states-are-ignored",
  "refused-moves-are-applied",
  "close-leaves-it-open",
  "reopen-is-refused",
  "wrong-code-for-wrong-state",
  "delete-deletes-nothing",
  "labels-move-the-closing-time",
  "closing-time-is-a-minute-early",
] as const;

const ofReplay = [
  "comment-key-is-ignored",
  "create-key-is-ignored",
  "key-checked-too-late",
  "key-ignores-arguments",
  "key-ignores-the-issue",
  "key-ignores-the-reporter",
  "wrong-code-for-used-key",
  "comment-repeats-the-effect-behind-the-key",
] as const;

const ofConcurrency = [
  "revision-is-ignored",
  "later-revisions-pass",
  "labels-keep-the-revision",
  "wrong-code-for-a-stale-revision",
  "revision-is-checked-too-early",
] as const;

const ofPages = [
  "page-repeats-an-item",
  "item-is-on-no-page",
  "order-changes",
  "total-is-wrong",
  "total-ignores-filters",
  "limit-is-ignored",
  "every-cursor-is-accepted",
  "every-cursor-is-refused",
  "filter-is-ignored",
  "filter-loses-items",
  "filter-ends-with-the-first-page",
  "query-ends-with-the-second-page",
  "query-turns-other-filters-off",
  "cursor-keeps-its-state",
  "equal-times-hide-issues",
  "limit-has-another-default",
  "pages-begin-with-shared-issues",
  "sort-is-ignored",
  "sort-ends-with-the-first-page",
  "cursor-keeps-its-sort",
  "equal-titles-hide-issues",
] as const;

const ofFields = ["reporter-is-missing", "reporter-leaks"] as const;

const ofRates = [
  "rate-is-not-counted",
  "rate-allows-one-more",
  "rate-refuses-early",
  "rate-asks-for-an-hour",
  "rate-counts-all-tokens-together",
  "rate-window-never-opens",
  "export-rate-is-not-counted",
  "export-rate-counts-all-tokens-together",
  "export-rate-window-never-opens",
] as const;

const ofLimits = [
  "export-has-one-too-many",
  "export-never-ends",
  "export-ends-early",
  "wrong-end-is-shown",
  "link-never-ends",
  "export-lives-on-when-used",
  "link-lives-on-when-used",
  "link-ends-early",
  "another-end-of-the-link-is-shown",
  "link-needs-no-signature",
  "signature-opens-every-file",
  "summary-draws-nothing",
  "summary-draws-twice",
  "title-as-summary-draws",
  "refused-summary-draws",
  "failed-summary-keeps-its-unit",
  "deleted-issue-returns-its-unit",
  "quota-never-ends",
  "quota-has-another-code",
  "quota-never-resets",
  "quota-resets-a-day-early",
  "quota-is-checked-too-late",
] as const;

const ofResults = [
  "title-is-ignored",
  "another-issue-is-named",
  "estimates-lose-digits",
  "usage-does-not-add-up",
  "list-shows-titles-in-capitals",
  "closed-issues-have-no-time",
  "digest-is-of-another-file",
  "file-has-another-size",
  "file-has-another-name",
  "new-issues-are-shown-as-closed",
  "the-new-label-is-not-said",
  "copies-are-not-there",
  "pages-fail",
  "pages-are-missing",
  "pages-are-of-the-first-issue",
] as const;

const ofScenarios = [
  "reopening-drops-labels",
  "reopening-drops-comments",
  "exports-are-open-to-everybody",
  "revoked-tokens-are-accepted",
] as const;

export const trackerFaults = [
  ...ofAccess,
  ...ofTokens,
  ...ofModes,
  ...ofEffects,
  ...ofArguments,
  ...ofIsolation,
  ...ofStates,
  ...ofReplay,
  ...ofConcurrency,
  ...ofPages,
  ...ofFields,
  ...ofRates,
  ...ofLimits,
  ...ofResults,
  ...ofScenarios,
] as const;

export type TrackerFault = (typeof trackerFaults)[number];

/** Whether a tracker has a fault. */
export type Has = (fault: TrackerFault) => boolean;
