/** Lists the responses of a form, page by page. */
import { invalidInput } from "../platform/failures/invalid-input.ts";
import type { Cursors } from "../platform/signing/cursors.ts";
import type { Queries } from "../platform/storage/storage.ts";
import { countMatching, type ResponseFilter } from "./filter.ts";
import { latestKeys, type Position, type ReadResponse, type ResponseKey, readResponses } from "./latest.ts";

/**
 * The maximum size of the answers of a page in bytes. A page that is larger is cut: agents could not read it, and the
 * server holds many pages at a time.
 */
const PAGE_BYTES = 2_000_000;

export interface ResponsePage {
  readonly responses: readonly ReadResponse[];
  /** The number of responses on all pages. */
  readonly totalCount: number;
  /** Undefined: this is the last page. */
  readonly nextCursor: string | undefined;
}

/**
 * Responses of a form, the latest first. A page begins after the last response of the page before. New responses are
 * added at the front, so they do not shift later pages. A page of very long answers is shorter than its limit.
 * @param withAddresses whether the reader may see addresses of respondents
 * @throws Refusal invalid_input for a cursor of another list
 */
export async function listResponses(
  queries: Queries,
  cursors: Cursors,
  accountId: string,
  filter: ResponseFilter,
  page: { readonly limit: number; readonly cursor?: string | undefined; readonly withAddresses: boolean },
): Promise<ResponsePage> {
  const list = ["responses", accountId, filter.formId, filter.status, filter.period];
  const after = page.cursor === undefined ? undefined : readCursor(cursors, list, page.cursor);
  const keys = await latestKeys(queries, filter, after, page.limit + 1);
  const shown = keys.slice(0, Math.min(page.limit, countFitting(keys)));
  const last = shown.at(-1);
  const isLastPage = shown.length === keys.length || last === undefined;
  return {
    responses: await readResponses(queries, filter, shown, page.withAddresses),
    totalCount: await countMatching(queries, filter),
    nextCursor: isLastPage ? undefined : cursors.write(list, [last.submitted_at, last.id]),
  };
}

/** How many of the first fit into a page; one always does. */
function countFitting(keys: readonly ResponseKey[]): number {
  let bytes = 0;
  const firstBeyond = keys.findIndex(({ size }, index) => {
    bytes += size;
    return index > 0 && bytes > PAGE_BYTES;
  });
  return firstBeyond < 0 ? keys.length : firstBeyond;
}

function readCursor(cursors: Cursors, list: readonly unknown[], cursor: string): Position {
  const [submittedAt, id] = cursors.read(list, cursor) ?? [];
  if (submittedAt !== undefined && id !== undefined) return [submittedAt, id];
  throw invalidInput(
    "/cursor",
    "This cursor belongs to another list. Leave it out to start at the first page; form and filters stay the same from page to page.",
  );
}
