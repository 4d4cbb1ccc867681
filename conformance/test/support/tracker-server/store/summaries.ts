/** Summaries of issues, and the quota that they draw from. */
import { setTimeout as delay } from "node:timers/promises";
import type { Has } from "../faults.ts";
import { type IssueCall, type Issues, summaryOf } from "./issues.ts";

/** Summaries of a month. */
const quota = 30;

export class Summaries {
  readonly #used = new Map<string, number>();
  readonly #issues: Issues;
  readonly #has: Has;

  readonly #now: () => number;

  constructor(issues: Issues, has: Has, now: () => number) {
    this.#issues = issues;
    this.#has = has;
    this.#now = now;
  }

  usage({ account }: IssueCall) {
    const used = this.#usedBy(account);
    const remaining = quota - used;
    return {
      used,
      limit: quota,
      remaining: this.#has("usage-does-not-add-up") ? remaining + 1 : remaining,
      resets_at: this.#resetsAt(),
    };
  }

  async summarize({ issue_id, words }: { issue_id: string; words?: number }, call: IssueCall) {
    if (this.#has("refused-summary-draws") && words !== undefined) this.#draw(call.account);
    const issue = this.#issues.mine(issue_id, call);
    if (words !== undefined && !/\w/.test(issue.title)) {
      if (this.#has("failed-summary-keeps-its-unit")) this.#draw(call.account);
      call.fail("too_short", "The title has no word, so there is nothing to summarise.");
    }
    if (words !== undefined || this.#has("title-as-summary-draws")) await this.#drawFor(call);
    const { title, state, comment_count } = summaryOf(issue);
    const summary =
      words === undefined ? title : `${title}. It is ${state} and has ${comment_count} comments.`;
    return { issue_id, summary };
  }

  async #drawFor(call: IssueCall): Promise<void> {
    if (this.#usedBy(call.account) >= quota && !this.#has("quota-never-ends")) {
      const code = this.#has("quota-has-another-code") ? "not_found" : "quota_exceeded";
      call.fail(code, "All summaries of this month are used up. More are there next month.");
    }
    if (this.#has("quota-is-checked-too-late")) await delay(5);
    if (this.#has("summary-draws-nothing") || this.#has("refused-summary-draws")) return;
    this.#draw(call.account, this.#has("summary-draws-twice") ? 2 : 1);
  }

  #draw(account: string, count = 1): void {
    this.#used.set(this.#holder(account), this.#usedBy(account) + count);
  }

  #usedBy(account: string): number {
    return this.#used.get(this.#holder(account)) ?? 0;
  }

  #holder(account: string): string {
    const owner = this.#has("quota-is-shared-by-accounts") ? "all" : account;
    if (this.#has("quota-never-resets")) return owner;
    const at = new Date(this.#now() + (this.#has("quota-resets-a-day-early") ? 86_400_000 : 0));
    return `${owner} ${at.toISOString().slice(0, 7)}`;
  }

  /** The beginning of the next month, in UTC. */
  #resetsAt(): string {
    const at = new Date(this.#now());
    return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1)).toISOString();
  }
}
