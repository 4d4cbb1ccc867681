/** Reads a whole list page by page, and keeps what each page said. */
import { canonical } from "@toolwright/runtime/json";
import type { PagesRule } from "../../cases/behaviour.ts";
import { edited, type Json, valueAt } from "../../cases/edits.ts";
import { PreconditionError } from "../../results/precondition-error.ts";
import { type Called, isRateLimited, readStructured } from "../calls/called.ts";
import type { Engine } from "../engine.ts";

/** A list as its pages show it. */
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
  /** The number of items to ask for on each page; absent: as the tool decides. */
  readonly limit?: number | undefined;
  /** Only this many pages are read; absent: all. */
  readonly first?: number | undefined;
}

/** A list is read this far. */
const maxPages = 80;

/** Throws a PreconditionError if a page is refused, which after the first one is a failure, or a list that is read to its end has none. */
export async function walk(
  engine: Engine,
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
    const called = await engine.calls.call({ tool, input }, { account: options.account });
    if (called.outcome.is !== "success") throw cannotRead(called, cursors, engine);
    const result = readStructured(called);
    const page = valueAt(result, rule.items);
    const own = Array.isArray(page) ? (page as readonly Json[]) : [];
    const repeats = own.length > 0 && own.every((item) => ids.has(canonical(valueAt(item, rule.id) ?? null)));
    for (const item of own) ids.add(canonical(valueAt(item, rule.id) ?? null));
    items.push(...own);
    pages.push({ called, size: own.length, total: rule.total && valueAt(result, rule.total) });
    const cursor = valueAt(result, rule.next);
    // A list that shows a page again would never end.
    if (cursor === undefined || cursor === null || repeats || number + 1 === options.first)
      return { items, ids: items.map((item) => valueAt(item, rule.id) ?? null), pages, cursors };
    cursors.push(cursor);
    input = edited(input, [{ set: rule.cursor, to: cursor }]);
  }
  throw new PreconditionError("large", `the list of ${tool} does not end within ${maxPages} pages`);
}

/** The target has just returned the cursor of a page after the first, so it must not refuse it. */
function cannotRead(called: Called, cursors: readonly Json[], engine: Engine): PreconditionError {
  const error = engine.verdicts.setupFailed(called);
  const isRefused = called.outcome.is === "refusal" || called.outcome.is === "rpc-error";
  if (cursors.length > 0 && isRefused && error.why === "setup" && !isRateLimited(called))
    error.failure = engine.verdicts.failed("the page of the cursor that the page before it returned", called);
  return error;
}

/** The nearest number of items that the tool accepts. */
function withLimit(input: Json, { limit }: PagesRule, wanted: number | undefined): Json {
  if (limit === undefined || wanted === undefined) return input;
  return edited(input, [{ set: limit.argument, to: findLimit(limit, wanted) }]);
}

export function findLimit(
  { min = 1, max = Number.POSITIVE_INFINITY }: NonNullable<PagesRule["limit"]>,
  wanted: number,
): number {
  return Math.min(Math.max(wanted, min), max);
}
