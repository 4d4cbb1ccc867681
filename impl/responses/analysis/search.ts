/** Finds responses by what people answered. */
import { foldTitle } from "../../forms/directory/fold-title.ts";
import type { Queries } from "../../platform/storage/storage.ts";
import { latestResponses } from "../batches.ts";
import type { ResponseFilter } from "../filter.ts";
import type { Position, ReadResponse } from "../latest.ts";
import { type ReadColumns, showIn, textIn } from "./read-columns.ts";

export interface Search {
  /** The text that the answer contains, in any case and with any accents. */
  readonly text: string;
  /** The field whose answers are searched; undefined: all fields, and the address. */
  readonly field: string | undefined;
}

/** Tells whether a response belongs to a list. */
export type Fits = (response: ReadResponse) => Promise<boolean> | boolean;

export interface SearchResult {
  /** The latest first. */
  readonly responses: readonly ReadResponse[];
  /** How many responses were looked at. */
  readonly searched: number;
  /** The position at which the search continues; undefined if every response was searched. */
  readonly next: Position | undefined;
}

/**
 * Looks through the latest responses until it has found as many as fit on a page, or has read as many as people can wait for.
 */
export async function searchResponses(
  queries: Queries,
  filter: ResponseFilter,
  fits: Fits,
  page: { readonly limit: number; readonly after: Position | undefined },
): Promise<SearchResult> {
  const found: ReadResponse[] = [];
  const stretch = await latestResponses(queries, filter, page.after);
  let searched = 0;
  for await (const batch of stretch.batches()) {
    for (const response of batch) {
      searched += 1;
      if (!(await fits(response))) continue;
      found.push(response);
      if (found.length < page.limit) continue;
      const isLast = searched === stretch.count && !stretch.hasOlder;
      return { responses: found, searched, next: isLast ? undefined : [response.submitted_at, response.id] };
    }
  }
  return { responses: found, searched, next: stretch.hasOlder ? stretch.end : undefined };
}

/** Tells whether a response fits a search. Choices are found by their labels. */
export function searchMatcher({ text, field }: Search, columns: ReadColumns): Fits {
  const wanted = foldTitle(text);
  return async (response) => {
    const texts = collectTexts(response, await columns(response.form_version), field);
    return texts.some((one) => foldTitle(one).includes(wanted));
  };
}

/**
 * Returns the texts of a response in a field, or in all fields and the address. Dates are found as pages show them and in ISO
 * 8601.
 */
function collectTexts(
  response: ReadResponse,
  columns: Awaited<ReturnType<ReadColumns>>,
  field: string | undefined,
): string[] {
  const texts = columns
    .filter((column) => field === undefined || column.field === field)
    .flatMap((column) => [textIn(column, response), showIn(column, response)]);
  return [...texts, field === undefined ? (response.email ?? undefined) : undefined].filter(
    (text) => text !== undefined,
  );
}
