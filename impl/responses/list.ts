/** Lists the responses of a form, page by page. */
import { sql } from "kysely";
import type { Answers } from "../answers/answer.ts";
import { invalidInput } from "../failures/invalid-input.ts";
import type { Cursors } from "../signing/cursors.ts";
import type { Queries } from "../storage/storage.ts";
import { countMatching, matchingResponses, type ResponseFilter } from "./filter.ts";
import type { StoredResponse } from "./responses.ts";
import { answersReader } from "./visible-answers.ts";

/**
 * The maximum size of the answers of a page in bytes. A page that is larger is cut: agents could not read it, and the
 * server holds many pages at a time.
 */
const PAGE_BYTES = 2_000_000;

export interface ReadResponse extends Omit<StoredResponse, "answers"> {
  readonly answers: Answers;
}

export interface ResponsePage {
  readonly responses: readonly ReadResponse[];
  /** Of all pages. */
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
  const keys = await latest(queries, filter, after, page.limit + 1);
  const shown = keys.slice(0, Math.min(page.limit, countFitting(keys)));
  const last = shown.at(-1);
  const isLastPage = shown.length === keys.length || last === undefined;
  return {
    responses: await read(queries, filter.formId, shown, page.withAddresses),
    totalCount: await countMatching(queries, filter),
    nextCursor: isLastPage ? undefined : cursors.write(list, [last.submitted_at, last.id]),
  };
}

/** A response whose answers have not been read. */
interface ResponseKey {
  readonly id: string;
  readonly submitted_at: string;
  /** Of its answers, in bytes. */
  readonly size: number;
}

function latest(
  queries: Queries,
  filter: ResponseFilter,
  after: Position | undefined,
  limit: number,
): Promise<ResponseKey[]> {
  return matchingResponses(queries, filter)
    .select(["id", "submitted_at", sql<number>`octet_length(answers)`.as("size")])
    .$if(after !== undefined, (query) => query.where(isBefore(after!)))
    .orderBy("submitted_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
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

type Position = readonly [submittedAt: string, id: string];

function readCursor(cursors: Cursors, list: readonly unknown[], cursor: string): Position {
  const [submittedAt, id] = cursors.read(list, cursor) ?? [];
  if (submittedAt !== undefined && id !== undefined) return [submittedAt, id];
  throw invalidInput(
    "/cursor",
    "This cursor belongs to another list. Leave it out to start at the first page; form and filters stay the same from page to page.",
  );
}

function isBefore([submittedAt, id]: Position) {
  return sql<boolean>`(submitted_at, id) < (${submittedAt}, ${id})`;
}

async function read(
  queries: Queries,
  formId: string,
  keys: readonly ResponseKey[],
  withAddresses: boolean,
): Promise<ReadResponse[]> {
  if (keys.length === 0) return [];
  const ids = keys.map(({ id }) => id);
  const rows = await queries.selectFrom("responses").selectAll().where("id", "in", ids).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  const responses = ids.flatMap((id) => byId.get(id) ?? []);
  const answers = await answersReader(queries, formId, withAddresses)(responses);
  return responses.map((response, index) => ({ ...response, answers: answers[index]! }));
}
