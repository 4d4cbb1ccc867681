/** Reads a list page by page. */
import type { Behaviour } from "../../cases/behaviour.ts";
import { applyEdits, type Json } from "../../cases/edits.ts";
import { type Called, readStructured } from "./called.ts";
import type { Calls } from "./calls.ts";
import type { Identity } from "./identity.ts";
import { findNextPage } from "./next-page.ts";

export interface Page {
  readonly called: Called;
  /** Whether there is no page after it. */
  readonly isLast: boolean;
}

/** The most pages that are read. */
const maxPages = 20;

/** Reads the pages of a list, with the largest page size that the tool allows. A list without declared pages is one page. */
export async function* readPages(
  rules: Behaviour,
  calls: Pick<Calls, "call">,
  { tool, input: first }: { readonly tool: string; readonly input: Json },
  by?: Identity,
): AsyncGenerator<Page> {
  const pages = rules.pages[tool];
  const { argument, max } = pages?.limit ?? {};
  let input =
    argument === undefined || max === undefined ? first : applyEdits(first, [{ set: argument, to: max }]);
  for (let number = 0; number < maxPages; number++) {
    const called = await calls.call({ tool, input }, by);
    const next = findNextPage(pages, input, readStructured(called));
    yield { called, isLast: next === undefined };
    if (next === undefined) return;
    input = next.input;
  }
}
