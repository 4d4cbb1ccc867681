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

  usage(call: IssueCall) {
    const used = this.#usedBy(call);
    const remaining = quota - used;
    return {
      used,
      limit: quota,
      remaining: this.#has("usage-does-not-add-up") ? remaining + 1 : remaining,
      resets_at: this.#resetsAt(),
    };
  }

  async summarize({ issue_id, words }: { issue_id: string; words?: number }, call: IssueCall) {
    if (this.#has("refused-summary-draws") && words !== undefined) this.#draw(call);
    const issue = this.#issues.mine(issue_id, call);
    if (words !== undefined && !/\w/.test(issue.title)) {
      if (this.#has("failed-summary-keeps-its-unit")) this.#draw(call);
      call.fail("too_short", "The title has no word, so there is nothing to summarise.");
    }
    if (words !== undefined || this.#has("title-as-summary-draws")) await this.#drawFor(call);
    const { title, state, comment_count } = summaryOf(issue, call);
    const summary =
      words === undefined ? title : `${title}. It is ${state} and has ${comment_count} comments.`;
    return { issue_id, summary };
  }

  async #drawFor(call: IssueCall): Promise<void> {
    const used = this.#has("quota-ends-for-all-accounts") ? this.#usedByAll() : this.#usedBy(call);
    if (used >= quota && !this.#has("quota-never-ends")) {
      const code = this.#has("quota-has-another-code") ? "not_found" : "quota_exceeded";
      call.fail(code, "All summaries of this month are used up. More are there next month.");
    }
    if (this.#has("quota-is-checked-too-late")) await delay(5);
    if (this.#has("summary-draws-nothing") || this.#has("refused-summary-draws")) return;
    this.#draw(call, this.#has("summary-draws-twice") ? 2 : 1);
  }

  /** Gives one back, as for an issue that was deleted. */
  giveBack(call: IssueCall): void {
    if (this.#usedBy(call) > 0) this.#draw(call, -1);
  }

  #draw(call: IssueCall, count = 1): void {
    this.#used.set(this.#holder(call), this.#usedBy(call) + count);
  }

  #usedBy(call: IssueCall): number {
    return this.#used.get(this.#holder(call)) ?? 0;
  }

  #usedByAll(): number {
    return [...this.#used.values()].reduce((sum, used) => sum + used, 0);
  }

  #holder({ account, caller }: IssueCall): string {
    const own = this.#has("quota-counts-for-each-token") ? caller.token : account;
    const owner = this.#has("quota-is-shared-by-accounts") ? "all" : own;
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
