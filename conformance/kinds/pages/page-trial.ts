/** A case about pages, with the list that it reads. */
import type { Engine } from "../../behaviour/engine.ts";
import type { FilledList } from "../../behaviour/lists/filled-list.ts";
import { type Walk, walk } from "../../behaviour/lists/walk.ts";
import type { Json } from "../../cases/edits.ts";
import type { PageCase } from "../../cases/result-cases.ts";
import type { PagesRule } from "../../cases/rules/lists.ts";
import { unverified, type Verdict } from "../../results/verdict.ts";

/** A case about pages and the arguments of a list. */
export interface ListTrial {
  readonly each: Exclude<PageCase, { readonly check: "found" }>;
  readonly engine: Engine;
  readonly rule: PagesRule;
  readonly list: Pick<FilledList, "input" | "account">;
}

/** A case about pages and a list with items. */
export interface PageTrial extends ListTrial {
  readonly list: FilledList;
}

/** The verdict where a list says nothing, since others work with it. */
export const moved: Verdict = unverified(
  "shared",
  "the list changes between two readings without a call of the run",
);

/** Reads the list with these arguments. `first`: the number of pages to read; if absent, all. */
export function walkFrom(
  { engine, each, rule, list: { account } }: PageTrial,
  input: Json,
  limit?: number,
  first?: number,
): Promise<Walk> {
  return walk(engine, each.tool, rule, { input, account, limit, first });
}

/** Reads the whole list in a few pages. */
export async function readSmall({ list }: PageTrial): Promise<Walk> {
  return list.read(await list.smallPage());
}

/** Returns the failure that a page of a reading shows. */
export function wrong({ engine }: ListTrial, read: Walk, expected: string, got: string, page = 0): Verdict {
  return engine.verdicts.failed(expected, read.pages[page]!.called, got);
}

export function text(value: Json | undefined): string {
  return value === undefined ? "nothing" : JSON.stringify(value);
}
