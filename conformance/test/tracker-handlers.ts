/** The handlers of a small issue tracker that follows its spec. Each fault makes it break one promise of behaviour. */
import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { Call } from "@toolwright/runtime";

export const trackerFaults = [
  "get-is-open-to-everybody",
  "move-is-open-to-everybody",
  "comment-is-applied-before-access-is-checked",
  "foreign-ids-are-told-apart",
  "unknown-id-has-another-code",
  "list-shows-foreign-issues",
  "get-overwrites-titles",
  "list-closes-issues",
  "get-adds-a-label",
  "new-issues-are-closed",
  "states-are-ignored",
  "refused-moves-are-applied",
  "close-leaves-it-open",
  "reopen-is-refused",
  "wrong-code-for-wrong-state",
  "comment-key-is-ignored",
  "create-key-is-ignored",
  "key-checked-too-late",
  "key-ignores-arguments",
  "comment-repeats-the-effect-behind-the-key",
  "label-is-added-twice",
  "comment-drops-labels",
  "comment-closes-the-issue",
  "create-deletes-the-oldest",
  "delete-deletes-nothing",
] as const;
export type TrackerFault = (typeof trackerFaults)[number];

interface Issue {
  readonly issue_id: string;
  readonly owner: string;
  title: string;
  state: "open" | "in_progress" | "closed";
  labels: string[];
  comments: string[];
  views: number;
  updated: number;
  reporter?: string;
}

type IssueCall = Call<"not_found" | "wrong_state" | "key_reused">;

const moves = {
  start: { from: ["open"], to: "in_progress" },
  close: { from: ["open", "in_progress"], to: "closed" },
  reopen: { from: ["closed"], to: "open" },
} as const;

export class TrackerHandlers {
  readonly issues = new Map<string, Issue>();
  readonly #replays = new Map<
    string,
    { readonly input: string; readonly result: Promise<object> | object }
  >();
  readonly #faults: ReadonlySet<TrackerFault>;

  constructor(faults: readonly TrackerFault[] = []) {
    this.#faults = new Set(faults);
  }

  #is(fault: TrackerFault): boolean {
    return this.#faults.has(fault);
  }

  createIssue(input: { title: string; reporter?: string; idempotency_key?: string }, call: IssueCall) {
    return this.#once("create", input, call, this.#is("create-key-is-ignored"), () => {
      if (this.#is("create-deletes-the-oldest")) this.#deleteOldest(call.account);
      return summaryOf(this.add(call.account, input.title, input.reporter));
    });
  }

  add(owner: string, title: string, reporter?: string): Issue {
    const issue: Issue = {
      issue_id: `iss_${randomBytes(6).toString("hex")}`,
      owner,
      title,
      state: this.#is("new-issues-are-closed") ? "closed" : "open",
      labels: ["new"],
      comments: [],
      views: 0,
      updated: Date.now(),
      ...(reporter !== undefined && { reporter }),
    };
    this.issues.set(issue.issue_id, issue);
    return issue;
  }

  getIssue(
    { issue_id, include_comments }: { issue_id: string; include_comments?: boolean },
    call: IssueCall,
  ) {
    const issue = this.#is("get-is-open-to-everybody")
      ? (this.issues.get(issue_id) ?? this.#mine(issue_id, call))
      : this.#mine(issue_id, call);
    issue.views++;
    if (this.#is("get-overwrites-titles")) issue.title = "Overwritten";
    if (this.#is("get-adds-a-label")) issue.labels.push("seen");
    const shown_at = new Date(Math.floor(Date.now() / 1000) * 1000).toISOString();
    return {
      ...summaryOf(issue),
      views: issue.views,
      shown_at,
      ...(include_comments === true && { comments: [...issue.comments] }),
    };
  }

  listIssues(
    { state, limit = 10, cursor }: { state?: string; limit?: number; cursor?: string },
    call: IssueCall,
  ) {
    const all = [...this.issues.values()]
      .filter(({ owner }) => owner === call.account || this.#is("list-shows-foreign-issues"))
      .filter((issue) => state === undefined || issue.state === state)
      .sort((a, b) => (a.issue_id < b.issue_id ? -1 : 1));
    const start = cursor === undefined ? 0 : all.findIndex(({ issue_id }) => issue_id > cursor);
    const page = start === -1 ? [] : all.slice(start, start + limit);
    const last = page.at(-1)?.issue_id;
    const result = {
      issues: page.map(summaryOf),
      total: all.length,
      next_cursor: last !== undefined && last !== all.at(-1)?.issue_id ? last : null,
    };
    if (this.#is("list-closes-issues")) for (const issue of page) issue.state = "closed";
    return result;
  }

  moveIssue({ issue_id, action }: { issue_id: string; action: keyof typeof moves }, call: IssueCall) {
    const issue = this.#is("move-is-open-to-everybody")
      ? (this.issues.get(issue_id) ?? this.#mine(issue_id, call))
      : this.#mine(issue_id, call);
    const { from, to } = moves[action];
    const isAllowed = (from as readonly string[]).includes(issue.state);
    if (this.#is("reopen-is-refused") && action === "reopen") call.fail("wrong_state", "Closed is closed.");
    if (!isAllowed && !this.#is("states-are-ignored")) {
      if (this.#is("refused-moves-are-applied")) issue.state = to;
      const code = this.#is("wrong-code-for-wrong-state") ? "not_found" : "wrong_state";
      call.fail(code, `An issue that is ${issue.state} cannot ${action}.`);
    }
    if (!this.#is("close-leaves-it-open") || action !== "close") issue.state = to;
    issue.updated = Date.now();
    return { issue_id, state: to };
  }

  commentIssue(
    input: { issue_id: string; text: string; idempotency_key?: string },
    call: IssueCall,
  ): object | Promise<object> {
    const early = this.issues.get(input.issue_id);
    if (this.#is("comment-is-applied-before-access-is-checked")) early?.comments.push(input.text);
    const issue = this.#mine(input.issue_id, call);
    if (this.#is("comment-repeats-the-effect-behind-the-key") && this.#isReplay("comment", input, call))
      issue.comments.push(input.text);
    return this.#once("comment", input, call, this.#is("comment-key-is-ignored"), () => {
      issue.comments.push(input.text);
      issue.updated = Date.now();
      if (this.#is("comment-drops-labels")) issue.labels = [];
      if (this.#is("comment-closes-the-issue")) issue.state = "closed";
      return { issue_id: issue.issue_id, number: issue.comments.length };
    });
  }

  labelIssue({ issue_id, label }: { issue_id: string; label: string }, call: IssueCall) {
    const issue = this.#mine(issue_id, call);
    if (!issue.labels.includes(label) || this.#is("label-is-added-twice")) issue.labels.push(label);
    return { issue_id, labels: [...issue.labels] };
  }

  deleteIssue({ issue_id }: { issue_id: string }, call: IssueCall) {
    this.#mine(issue_id, call);
    if (!this.#is("delete-deletes-nothing")) this.issues.delete(issue_id);
    return { issue_id, deleted: true };
  }

  #mine(issue_id: string, call: IssueCall): Issue {
    const issue = this.issues.get(issue_id);
    if (issue?.owner === call.account) return issue;
    if (issue !== undefined && this.#is("foreign-ids-are-told-apart"))
      return call.fail("not_found", `${issue_id} is not yours.`);
    const code = issue === undefined && this.#is("unknown-id-has-another-code") ? "wrong_state" : "not_found";
    return call.fail(code, `There is no issue ${issue_id}.`);
  }

  #isReplay(
    tool: string,
    { idempotency_key }: { idempotency_key?: string },
    { account }: IssueCall,
  ): boolean {
    return idempotency_key !== undefined && this.#replays.has(`${account} ${tool} ${idempotency_key}`);
  }

  /** A call with a key that was used before gets the result of the first one. */
  #once(
    tool: string,
    { idempotency_key, ...rest }: { idempotency_key?: string },
    call: IssueCall,
    ignoresKey: boolean,
    act: () => object,
  ): object | Promise<object> {
    if (idempotency_key === undefined || ignoresKey) return act();
    const key = `${call.account} ${tool} ${idempotency_key}`;
    const input = JSON.stringify(rest);
    const earlier = this.#replays.get(key);
    if (earlier !== undefined) {
      if (earlier.input !== input && !this.#is("key-ignores-arguments"))
        call.fail("key_reused", "The key belongs to a call with other arguments. Use a new one.");
      return earlier.result;
    }
    if (this.#is("key-checked-too-late"))
      return delay(5).then(() => {
        const result = act();
        this.#replays.set(key, { input, result });
        return result;
      });
    const result = act();
    this.#replays.set(key, { input, result });
    return result;
  }

  #deleteOldest(account: string): void {
    const oldest = [...this.issues.values()].find(({ owner }) => owner === account);
    if (oldest) this.issues.delete(oldest.issue_id);
  }
}

function summaryOf({ issue_id, title, state, labels, comments, updated, reporter }: Issue) {
  return {
    issue_id,
    title,
    state,
    labels: [...labels],
    comment_count: comments.length,
    updated_at: new Date(updated).toISOString(),
    ...(reporter !== undefined && { reporter }),
  };
}
