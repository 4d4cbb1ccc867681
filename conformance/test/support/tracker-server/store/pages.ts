/** The pages in which a tracker lists issues. */
import type { Has } from "../faults.ts";
import { type Issue, type IssueCall, type Issues, summaryOf } from "./issues.ts";

export interface ListInput {
  readonly state?: string;
  readonly limit?: number;
  readonly cursor?: string;
}

const end = ".signed";

export class Pages {
  readonly #issues: Issues;
  readonly #has: Has;
  #calls = 0;

  constructor(issues: Issues, has: Has) {
    this.#issues = issues;
    this.#has = has;
  }

  page({ state, limit: size, cursor }: ListInput, call: IssueCall) {
    const has = this.#has;
    const limit = size ?? (has("limit-has-another-default") ? 3 : 10);
    const after = cursor === undefined ? undefined : this.#opened(cursor, call);
    const ofCursor = after !== undefined && has("cursor-shows-its-account") && this.#issues.all.get(after);
    const all = this.#issues
      .of(ofCursor ? ofCursor.owner : call.account, has("list-shows-foreign-issues"))
      .filter(
        (issue) =>
          state === undefined ||
          issue.state === state ||
          has("filter-is-ignored") ||
          (cursor !== undefined && has("filter-ends-with-the-first-page")),
      );
    const start = after === undefined ? 0 : all.findIndex(({ issue_id }) => issue_id > after);
    const count = has("limit-is-ignored") ? 20 : limit;
    const page = start === -1 ? [] : all.slice(start, start + count);
    const last = page.at(-1)?.issue_id;
    const shown = this.#changed(page, all, { state, limit, cursor }).map((issue) => {
      const summary = summaryOf(issue);
      return has("list-shows-titles-in-capitals")
        ? { ...summary, title: summary.title.toUpperCase() }
        : summary;
    });
    const isLast = last === undefined || last === all.at(-1)?.issue_id;
    const counted = has("total-ignores-filters") && !isLast ? this.#issues.of(call.account, false) : all;
    if (has("list-closes-issues")) for (const issue of page) issue.state = "closed";
    return {
      issues: has("reporter-is-missing") ? shown.map(({ reporter: _, ...rest }) => rest) : shown,
      total: counted.length + (has("total-is-wrong") ? 1 : 0),
      next_cursor: isLast ? null : last + end,
    };
  }

  #opened(cursor: string, call: IssueCall): string {
    const id = cursor.slice(0, -end.length);
    const isOpened = cursor.endsWith(end) && this.#issues.all.has(id);
    if (isOpened && !this.#has("every-cursor-is-refused")) return id;
    if (this.#has("every-cursor-is-accepted")) return "iss_";
    return call.fail("invalid_input", "This cursor is of no page.");
  }

  #changed(
    page: Issue[],
    all: Issue[],
    { state, limit, cursor }: { [Name in keyof ListInput]: ListInput[Name] | undefined },
  ): Issue[] {
    if (this.#has("page-repeats-an-item") && cursor !== undefined) return [all[0]!, ...page.slice(1)];
    if (this.#has("item-is-on-no-page") && limit !== 20) return page.slice(0, 1);
    if (this.#has("order-changes") && this.#calls++ % 2 === 1) return page.toReversed();
    if (this.#has("filter-loses-items") && state !== undefined) return page.slice(1);
    return page;
  }
}
