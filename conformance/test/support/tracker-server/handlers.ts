/** The handlers of a small issue tracker that follows its spec. Each fault makes it break one promise of behaviour. */
import { setTimeout as delay } from "node:timers/promises";
import type { Has, TrackerFault } from "./faults.ts";
import { Exports } from "./store/exports.ts";
import { type Issue, type IssueCall, Issues, summaryOf } from "./store/issues.ts";
import { type ListInput, Pages } from "./store/pages.ts";
import { Replays } from "./store/replays.ts";
import { Summaries } from "./store/summaries.ts";

type OfIssue = { readonly issue_id: string };
type LabelInput = OfIssue & { readonly label: string; readonly expected_revision?: number };

const moves = {
  start: { from: ["open"], to: "in_progress" },
  close: { from: ["open", "in_progress"], to: "closed" },
  reopen: { from: ["closed"], to: "open" },
} as const;

interface NewIssue {
  readonly title: string;
  readonly reporter?: string;
  readonly estimate?: number;
  readonly idempotency_key?: string;
}

/** The number in single precision. */
function roundFloat(value: number | undefined): number | undefined {
  return value === undefined ? undefined : Math.fround(value);
}

export class TrackerHandlers {
  readonly issues: Issues;
  readonly exports: Exports;
  readonly #pages: Pages;
  readonly #replays: Replays;
  readonly #summaries: Summaries;
  readonly #has: Has;
  readonly #now: () => number;

  /** How many moves the state of an issue forbade. */
  refusedMoves = 0;

  constructor(faults: readonly TrackerFault[], now: () => number) {
    const has: Has = (fault) => faults.includes(fault);
    this.#has = has;
    this.#now = now;
    this.issues = new Issues(has);
    this.exports = new Exports(this.issues, has, now);
    this.#pages = new Pages(this.issues, has);
    this.#replays = new Replays(has);
    this.#summaries = new Summaries(this.issues, has, now);
  }

  createIssue(input: NewIssue, call: IssueCall) {
    return this.#replays.once("create", input, call, () => {
      if (this.#has("create-deletes-the-oldest")) this.issues.deleteOldest(call.account);
      const title = this.#has("title-is-ignored") ? "Untitled" : input.title;
      const reporter = this.#has("reporter-is-ignored") ? undefined : input.reporter;
      const estimate = this.#has("estimates-lose-digits") ? roundFloat(input.estimate) : input.estimate;
      const shown = summaryOf(this.issues.add(call.account, title, { reporter, estimate }), call);
      return this.#has("new-issues-are-shown-as-closed") ? { ...shown, state: "closed" } : shown;
    });
  }

  getIssue({ issue_id, include_comments }: OfIssue & { include_comments?: boolean }, call: IssueCall) {
    const issue = this.#find(issue_id, call, "get-is-open-to-everybody");
    if (this.#has("get-counts-reads")) issue.views++;
    if (this.#has("get-overwrites-titles")) issue.title = "Overwritten";
    if (this.#has("get-adds-a-label")) issue.labels.push("seen");
    const shown_at = new Date(Math.floor(Date.now() / 1000) * 1000).toISOString();
    const isForeign = issue.owner !== call.account;
    return {
      ...summaryOf(issue, call),
      ...(isForeign && this.#has("guests-see-no-comments") && { comment_count: 0 }),
      views: issue.views,
      revision: issue.revision,
      shown_at,
      page_url: this.#pageOf(issue_id),
      ...(include_comments === true &&
        !this.#has("include-comments-is-ignored") && { comments: [...issue.comments] }),
    };
  }

  listIssues(input: ListInput, call: IssueCall) {
    return this.#pages.page(input, call);
  }

  moveIssue({ issue_id, action }: OfIssue & { action: keyof typeof moves }, call: IssueCall) {
    const issue = this.#find(issue_id, call, "move-is-open-to-everybody");
    const { from, to } = moves[action];
    const isAllowed = (from as readonly string[]).includes(issue.state);
    if (this.#has("reopen-is-refused") && action === "reopen") call.fail("wrong_state", "Closed is closed.");
    if (!isAllowed && !this.#has("states-are-ignored")) {
      this.refusedMoves += 1;
      if (this.#has("refused-moves-are-applied")) issue.state = to;
      const code = this.#has("wrong-code-for-wrong-state") ? "not_found" : "wrong_state";
      call.fail(code, `An issue that is ${issue.state} cannot ${action}.`);
    }
    if (!this.#has("close-leaves-it-open") || action !== "close") issue.state = to;
    if (action === "reopen" && this.#has("reopening-drops-labels")) issue.labels = [];
    if (action === "reopen" && this.#has("reopening-drops-comments")) issue.comments = [];
    issue.updated = this.issues.now();
    if (action === "close" && !this.#has("closed-issues-have-no-time"))
      issue.closed = this.#now() - (this.#has("closing-time-is-a-minute-early") ? 60_000 : 0);
    if (action === "reopen") delete issue.closed;
    return { issue_id, state: to };
  }

  commentIssue(input: OfIssue & { text: string; idempotency_key?: string }, call: IssueCall) {
    const early = this.issues.all.get(input.issue_id);
    if (this.#has("comment-is-applied-before-access-is-checked")) early?.comments.push(input.text);
    const issue = this.issues.mine(input.issue_id, call);
    const repeats = this.#has("comment-repeats-the-effect-behind-the-key");
    if (repeats && this.#replays.isReplay("comment", input, call)) issue.comments.push(input.text);
    return this.#replays.once("comment", input, call, () => {
      issue.comments.push(input.text);
      issue.updated = this.issues.now();
      if (this.#has("comment-drops-labels")) issue.labels = [];
      if (this.#has("comment-closes-the-issue")) issue.state = "closed";
      return { issue_id: issue.issue_id, number: issue.comments.length };
    });
  }

  async labelIssue({ issue_id, label, expected_revision }: LabelInput, call: IssueCall) {
    const issue = this.issues.mine(issue_id, call);
    this.#requireRevision(issue, expected_revision, call);
    if (this.#has("revision-is-checked-too-early")) await delay(20);
    if (!issue.labels.includes(label) || this.#has("label-is-added-twice")) {
      issue.labels.push(label);
      if (!this.#has("labels-keep-the-revision")) issue.revision += 1;
    }
    if (this.#has("labels-take-each-others-place")) issue.labels = [label];
    if (this.#has("labels-move-the-closing-time") && issue.closed) issue.closed += 1_000;
    if (this.#has("labels-reopen-closed-issues") && issue.state === "closed") issue.state = "open";
    const named = this.#has("another-issue-is-named") ? "iss_0000000000zz" : issue_id;
    const labels = this.#has("the-new-label-is-not-said") ? issue.labels.slice(0, -1) : issue.labels;
    return { issue_id: named, labels: [...labels] };
  }

  shareIssue({ issue_id, with: account }: OfIssue & { with: string }, call: IssueCall) {
    this.issues.mine(issue_id, call).guests.add(account);
    return { issue_id, with: account };
  }

  copyIssue({ issue_id }: OfIssue, call: IssueCall) {
    const source = this.issues.mine(issue_id, call);
    const { title, reporter, estimate, labels, state } = source;
    const copy = this.issues.add(call.account, title, { reporter, estimate });
    if (!this.#has("copies-lose-labels")) copy.labels = [...labels];
    if (this.#has("copies-lose-estimates")) delete copy.estimate;
    if (this.#has("copies-keep-their-state")) copy.state = state;
    if (this.#has("copying-moves-labels")) source.labels = [];
    const shown = this.#has("copies-are-not-there") ? "iss_0000000000zz" : copy.issue_id;
    return { issue_id: shown, copied_from: issue_id };
  }

  deleteIssue({ issue_id }: OfIssue, call: IssueCall) {
    if (this.#has("delete-of-an-unknown-id-takes-the-oldest") && !this.issues.all.has(issue_id))
      this.issues.deleteOldest(call.account);
    this.issues.mine(issue_id, call);
    if (this.#has("delete-takes-the-next-one")) this.issues.deleteBeside(issue_id, 1);
    if (this.#has("delete-takes-the-one-before")) this.issues.deleteBeside(issue_id, -1);
    if (this.#has("deleted-issue-returns-its-unit")) this.#summaries.giveBack(call);
    if (!this.#has("delete-deletes-nothing")) this.issues.all.delete(issue_id);
    return { issue_id, deleted: true };
  }

  summarizeIssue(input: OfIssue & { words?: number }, call: IssueCall) {
    const { words, ...rest } = input;
    return this.#summaries.summarize(this.#has("words-is-ignored") ? rest : input, call);
  }

  getUsage(_: object, call: IssueCall) {
    return this.#summaries.usage(call);
  }

  exportIssues(_: object, call: IssueCall) {
    return this.exports.create(call);
  }

  readExport(input: { export_id: string }, call: IssueCall) {
    return this.exports.read(input, call);
  }

  /** The status of the page of an issue for visitors: a closed one has none. */
  pageStatus(issue_id: string): number {
    if (this.#has("pages-fail")) return 500;
    const isShown = this.issues.all.has(issue_id) && this.issues.all.get(issue_id)?.state !== "closed";
    return isShown && !this.#has("pages-are-missing") ? 200 : 404;
  }

  /** The content of the page of an issue. The tracker's own has nothing. */
  pageContent(
    _issue_id: string,
  ): { readonly type: string; readonly content: string | Uint8Array } | undefined {
    return undefined;
  }

  #pageOf(issue_id: string): string {
    const [first] = this.issues.all.keys();
    const shown = this.#has("pages-are-of-the-first-issue") ? first : issue_id;
    return `${this.exports.address}/issues/${shown}`;
  }

  #requireRevision({ revision }: Issue, expected: number | undefined, call: IssueCall): void {
    if (expected === undefined || expected === revision || this.#has("revision-is-ignored")) return;
    if (this.#has("later-revisions-pass") && expected > revision) return;
    const code = this.#has("wrong-code-for-a-stale-revision") ? "not_found" : "stale_revision";
    call.fail(code, `The issue has revision ${revision}, not ${expected}.`);
  }

  #find(issue_id: string, call: IssueCall, openToAll: TrackerFault): Issue {
    const foreign = this.#has(openToAll) ? this.issues.all.get(issue_id) : undefined;
    return foreign ?? this.issues.mine(issue_id, call);
  }
}
