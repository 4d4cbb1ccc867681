/** Reads a whole list page by page, and keeps the facts of each page. */
import { canonical } from "@toolwright/runtime/json";
import { applyEdits, type Json, valueAt } from "../../cases/edits.ts";
import type { PagesRule } from "../../cases/rules/lists.ts";
import { PreconditionError } from "../../results/precondition-error.ts";
import { type Called, isRateLimited, readStructured } from "../calls/called.ts";
import type { Calls } from "../calls/calls.ts";
import { findNextPage } from "../calls/next-page.ts";
import type { Verdicts } from "../calls/verdicts.ts";

/** The part of an engine that reads lists. */
export interface PageReader {
  readonly calls: Pick<Calls, "call">;
  readonly verdicts: Verdicts;
}

/** A list that was read page by page. */
export interface Walk {
  readonly items: readonly Json[];
  readonly ids: readonly Json[];
  readonly pages: readonly {
    readonly called: Called;
    readonly size: number;
    readonly total: Json | undefined;
  }[];
  /** The cursors of the pages after the first. */
  readonly cursors: readonly Json[];
}

export interface WalkOptions {
  readonly input: Json;
  readonly account: string | undefined;
  /** The page size; if absent, the default of the tool. */
  readonly limit?: number | undefined;
  /** The number of pages to read; if absent, all. */
  readonly first?: number | undefined;
  /** Ends the reading after a page with an item that has to be in no page: a list that ignores a filter may have too many pages. */
  readonly isWanted?: (item: Json) => boolean;
}

/** The most pages that are read. */
const maxPages = 80;

/** Reads a list. Throws a PreconditionError if a page is refused, with a failure if it is not the first page, or if the list does not end. */
export async function walk(
  reader: PageReader,
  tool: string,
  rule: PagesRule,
  options: WalkOptions,
): Promise<Walk> {
  const pages: Walk["pages"][number][] = [];
  const items: Json[] = [];
  const cursors: Json[] = [];
  const ids = new Set<string>();
  let input = withLimit(options.input, rule, options.limit);
  for (let number = 0; number < maxPages; number++) {
    const called = await reader.calls.call({ tool, input }, { account: options.account });
    if (called.outcome.is !== "success") throw cannotRead(called, cursors, reader);
    const result = readStructured(called);
    const page = valueAt(result, rule.items);
    const own = Array.isArray(page) ? (page as readonly Json[]) : [];
    const repeats = own.length > 0 && own.every((item) => ids.has(canonical(readId(item, rule))));
    for (const item of own) ids.add(canonical(readId(item, rule)));
    items.push(...own);
    pages.push({ called, size: own.length, total: rule.total && valueAt(result, rule.total) });
    const next = findNextPage(rule, input, result);
    // Stop at a repeated page: the list would never end.
    const isEnough = number + 1 === options.first || own.some((item) => options.isWanted?.(item) === false);
    if (next === undefined || repeats || isEnough)
      return { items, ids: items.map((item) => readId(item, rule)), pages, cursors };
    if (next.cursor !== undefined) cursors.push(next.cursor);
    input = next.input;
  }
  throw new PreconditionError("large", `the list of ${tool} does not end within ${maxPages} pages`);
}

/** Reads the id of an item; null if it has none, or if the spec does not name its place. */
export function readId(item: Json, { id }: PagesRule): Json {
  return id === undefined ? null : (valueAt(item, id) ?? null);
}

/** Returns the error for a refused page. If the target itself returned the cursor, the refusal is a failure. */
function cannotRead(called: Called, cursors: readonly Json[], { verdicts }: PageReader): PreconditionError {
  const error = verdicts.setupFailed(called);
  const isRefused = called.outcome.is === "refusal" || called.outcome.is === "rpc-error";
  if (cursors.length > 0 && isRefused && error.why === "setup" && !isRateLimited(called))
    error.failure = verdicts.failed("the page of the cursor that the page before it returned", called);
  return error;
}

/** Sets the page size to the nearest that the tool accepts. */
function withLimit(input: Json, { limit }: PagesRule, wanted: number | undefined): Json {
  if (limit === undefined || wanted === undefined) return input;
  return applyEdits(input, [{ set: limit.argument, to: findLimit(limit, wanted) }]);
}

export function findLimit(
  { min = 1, max = Number.POSITIVE_INFINITY }: NonNullable<PagesRule["limit"]>,
  wanted: number,
): number {
  return Math.min(Math.max(wanted, min), max);
}
