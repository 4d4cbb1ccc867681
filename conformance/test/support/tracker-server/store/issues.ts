/** The issues of a tracker. */
import { randomBytes } from "node:crypto";
import type { Call, Caller } from "@toolwright/runtime";
import type { Has } from "../faults.ts";

export interface Issue {
  readonly issue_id: string;
  readonly owner: string;
  /** The accounts to which it is shared. */
  readonly guests: Set<string>;
  title: string;
  state: "open" | "in_progress" | "closed";
  labels: string[];
  comments: string[];
  views: number;
  revision: number;
  updated: number;
  closed?: number;
  reporter?: string;
  estimate?: number;
}

/** Fields that an issue may lack. */
interface MaybeAbsent {
  readonly reporter?: string | undefined;
  readonly estimate?: number | undefined;
}

type Code =
  | "not_found"
  | "wrong_state"
  | "stale_revision"
  | "key_reused"
  | "export_gone"
  | "quota_exceeded"
  | "too_short"
  | "invalid_input";

/** The part of a call that handlers use, independent of the server. */
export type IssueCall = Pick<Call<Code>, "account" | "fail"> & { readonly caller: Caller };

export class Issues {
  readonly all = new Map<string, Issue>();
  readonly #has: Has;
  #last = 0;
  /** The time at which the clock of the tracker was stopped. */
  stoppedAt: number | undefined;

  constructor(has: Has) {
    this.#has = has;
  }

  /** The time of a change. While the clock runs, no two changes have the same one. */
  now(): number {
    if (this.stoppedAt !== undefined) return this.stoppedAt;
    this.#last = Math.max(this.#last + 1, Date.now());
    return this.#last;
  }

  add(owner: string, title: string, { reporter, estimate }: MaybeAbsent = {}): Issue {
    const issue: Issue = {
      issue_id: `iss_${randomBytes(6).toString("hex")}`,
      owner,
      guests: new Set(),
      title,
      state: this.#has("new-issues-are-closed") ? "closed" : "open",
      labels: ["new"],
      comments: [],
      views: 0,
      revision: 1,
      updated: this.now(),
      ...(reporter !== undefined && { reporter }),
      ...(estimate !== undefined && { estimate }),
    };
    this.all.set(issue.issue_id, issue);
    return issue;
  }

  /** The issues that an account can access, by their ids. */
  of(account: string, isShownToAll = false): Issue[] {
    const isHidden = this.#has("shared-issues-are-not-listed");
    return [...this.all.values()]
      .filter(
        (issue) => isShownToAll || (hasAccess(issue, account) && !(isHidden && issue.owner !== account)),
      )
      .sort((a, b) => (a.issue_id < b.issue_id ? -1 : 1));
  }

  /** An issue that the caller can access. */
  mine(issue_id: string, call: IssueCall): Issue {
    const issue = this.all.get(issue_id);
    if (issue !== undefined && hasAccess(issue, call.account)) return issue;
    if (issue !== undefined && this.#has("foreign-ids-are-told-apart"))
      return call.fail("not_found", `${issue_id} is not yours.`);
    const code =
      issue === undefined && this.#has("unknown-id-has-another-code") ? "wrong_state" : "not_found";
    return call.fail(code, `There is no issue ${issue_id}.`);
  }

  deleteBeside(issue_id: string, distance: 1 | -1): void {
    const ids = [...this.all.keys()];
    this.all.delete(ids[ids.indexOf(issue_id) + distance] ?? "");
  }

  deleteOldest(account: string): void {
    const oldest = [...this.all.values()].find(({ owner }) => owner === account);
    if (oldest) this.all.delete(oldest.issue_id);
  }
}

function hasAccess({ owner, guests }: Issue, account: string): boolean {
  return owner === account || guests.has(account);
}

export function summaryOf(
  { issue_id, owner, title, state, labels, comments, updated, closed, reporter, estimate }: Issue,
  { account }: Pick<IssueCall, "account">,
) {
  return {
    issue_id,
    title,
    state,
    access: owner === account ? "owner" : "guest",
    labels: [...labels],
    comment_count: comments.length,
    updated_at: new Date(updated).toISOString(),
    ...(closed !== undefined && { closed_at: new Date(closed).toISOString() }),
    ...(reporter !== undefined && { reporter }),
    ...(estimate !== undefined && { estimate }),
  };
}
