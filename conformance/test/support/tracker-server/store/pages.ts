/** The pages in which a tracker lists issues. */
import type { Has } from "../faults.ts";
import { type Issue, type IssueCall, type Issues, summaryOf } from "./issues.ts";

export interface ListInput {
  readonly state?: string;
  readonly query?: string;
  readonly changed_from?: string;
  readonly changed_to?: string;
  readonly sort?: Sort;
  readonly limit?: number;
  readonly cursor?: string;
}

type Sort = "newest" | "title";

const end = ".signed";

/** The orders that a caller can ask for; issues that are equal in one come by their ids. */
const orders: Readonly<Record<Sort, (a: Issue, b: Issue) => number>> = {
  newest: (a, b) => b.updated - a.updated,
  title: (a, b) => compareTexts(a.title, b.title),
};

function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function readNote(cursor = ""): string | undefined {
  return cursor.slice(0, -end.length).split("~")[1];
}

function readSort(cursor: string): Sort | undefined {
  const [sort, id] = cursor.split("!");
  return id === undefined ? undefined : (sort as Sort);
}

function fitsText({ title }: Issue, query = ""): boolean {
  return title.toLowerCase().includes(query.toLowerCase());
}

export class Pages {
  readonly #issues: Issues;
  readonly #has: Has;
  #calls = 0;

  constructor(issues: Issues, has: Has) {
    this.#issues = issues;
    this.#has = has;
  }

  page(input: ListInput, call: IssueCall) {
    const has = this.#has;
    const { limit: size, cursor } = input;
    const limit = size ?? (has("limit-has-another-default") ? 3 : 10);
    const after = cursor === undefined ? undefined : this.#opened(cursor, input.sort, call);
    const ofCursor = after !== undefined && has("cursor-shows-its-account") && this.#issues.all.get(after);
    const sort = this.#sortOf(input);
    const all = this.#sorted(this.#selected(input, ofCursor ? ofCursor.owner : call.account), sort);
    const start = after === undefined ? 0 : this.#startAfter(all, after, sort);
    const count = has("limit-is-ignored") ? 20 : limit;
    const page = start === -1 ? [] : all.slice(start, start + count);
    if (start > 0 && has("pages-begin-with-shared-issues"))
      page.unshift(...all.filter(({ owner }) => owner !== call.account).slice(0, 1));
    const last = page.at(-1)?.issue_id;
    const shown = this.#changed(page, all, { ...input, limit }).map((issue) => {
      const summary = summaryOf(issue, call);
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
      next_cursor: isLast ? null : this.#write(last, input),
    };
  }

  /** The issues that fit the filters, in their order. */
  #selected({ state, query, cursor, ...times }: ListInput, account: string): Issue[] {
    const has = this.#has;
    const isLater = cursor !== undefined;
    const noted = readNote(cursor);
    const kept = isLater && has("cursor-keeps-its-state") ? noted : state;
    const isOff =
      has("filter-is-ignored") ||
      (isLater && has("filter-ends-with-the-first-page")) ||
      (query !== undefined && has("query-turns-other-filters-off"));
    const isSearched = noted !== "on page 3";
    const from = Date.parse(times.changed_from ?? "1970-01-01");
    const to = Date.parse(times.changed_to ?? "9999-12-31");
    const selected = this.#issues
      .of(account, has("list-shows-foreign-issues"))
      .filter((issue) => isOff || !kept || issue.state === kept)
      .filter((issue) => !isSearched || fitsText(issue, query))
      .filter(({ updated }) => updated >= from && updated < to);
    return has("equal-times-hide-issues") ? selected.sort((a, b) => b.updated - a.updated) : selected;
  }

  /** The order of a page. A cursor begins with that of its list. */
  #sortOf({ sort, cursor }: ListInput): Sort | undefined {
    if (this.#has("sort-is-ignored")) return undefined;
    if (cursor === undefined) return sort;
    if (this.#has("sort-ends-with-the-first-page")) return undefined;
    return this.#has("cursor-keeps-its-sort") ? readSort(cursor) : sort;
  }

  #sorted(issues: Issue[], sort: Sort | undefined): Issue[] {
    return sort === undefined ? issues : issues.toSorted(orders[sort]);
  }

  #startAfter(all: readonly Issue[], after: string, sort: Sort | undefined): number {
    if (sort !== undefined) {
      const last = this.#issues.all.get(after)!;
      const isAfter = this.#has("equal-titles-hide-issues")
        ? (issue: Issue) => orders[sort](last, issue) < 0
        : (issue: Issue) => (orders[sort](last, issue) || compareTexts(after, issue.issue_id)) < 0;
      return all.findIndex(isAfter);
    }
    if (!this.#has("equal-times-hide-issues")) return all.findIndex(({ issue_id }) => issue_id > after);
    const { updated } = this.#issues.all.get(after)!;
    return all.findIndex((issue) => issue.updated < updated);
  }

  /** A cursor, with what a fault notes in it. */
  #write(last: string, { state, cursor, sort }: ListInput): string {
    const kept = cursor !== undefined && this.#has("cursor-keeps-its-sort") ? readSort(cursor) : sort;
    if (kept !== undefined) return `${kept}!${last}${end}`;
    if (this.#has("cursor-keeps-its-state")) return `${last}~${state ?? ""}${end}`;
    if (!this.#has("query-ends-with-the-second-page")) return last + end;
    return `${last}~on page ${cursor === undefined ? 2 : 3}${end}`;
  }

  #opened(cursor: string, sort: Sort | undefined, call: IssueCall): string {
    const id = cursor.slice(0, -end.length).replace(/~.*/, "").replace(/^.*!/, "");
    const isOfList = readSort(cursor) === sort || this.#has("cursor-keeps-its-sort");
    const isOpened = cursor.endsWith(end) && isOfList && this.#issues.all.has(id);
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
