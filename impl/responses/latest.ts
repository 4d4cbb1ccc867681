/** Reads the latest responses of a form: first which they are, then what they say. */
import { sql } from "kysely";
import type { Answers } from "../forms/answers/answer.ts";
import type { Queries } from "../platform/storage/storage.ts";
import { matchingResponses, type ResponseFilter } from "./filter.ts";
import type { StoredResponse } from "./responses.ts";
import { endOfTest } from "./retention/lifetimes.ts";
import { answersReader } from "./visible-answers.ts";

export interface ReadResponse extends Omit<StoredResponse, "answers"> {
  readonly answers: Answers;
  /** The time until which a deleted response can be restored, and a test response is kept. */
  readonly erase_at?: string;
}

/** A place in the list of responses: behind this one. */
export type Position = readonly [submittedAt: string, id: string];

/** A response whose answers have not been read. */
export interface ResponseKey {
  readonly id: string;
  readonly submitted_at: string;
  /** The size of its answers in bytes. */
  readonly size: number;
}

/** The latest responses, or the oldest, after a position in the list if one is given. */
export function latestKeys(
  queries: Queries,
  filter: ResponseFilter,
  after: Position | undefined,
  limit: number,
): Promise<ResponseKey[]> {
  return matchingResponses(queries, filter)
    .select(["id", "submitted_at", answersSize(filter).as("size")])
    .$if(after !== undefined, (query) => query.where(isBehind(after!, filter)))
    .orderBy("submitted_at", filter.isOldestFirst ? "asc" : "desc")
    .orderBy("id", filter.isOldestFirst ? "asc" : "desc")
    .limit(limit)
    .execute();
}

function answersSize({ isRestorable }: ResponseFilter) {
  return isRestorable
    ? sql<number>`(select octet_length(answers) from deleted_responses where response_id = responses.id)`
    : sql<number>`octet_length(answers)`;
}

function isBehind([submittedAt, id]: Position, { isOldestFirst }: ResponseFilter) {
  const compare = sql.raw(isOldestFirst ? ">" : "<");
  return sql<boolean>`(submitted_at, id) ${compare} (${submittedAt}, ${id})`;
}

/** Reads responses by their keys, in the order of the keys; removed ones are missing. */
export async function readResponses(
  queries: Queries,
  { formId, isRestorable }: Pick<ResponseFilter, "formId" | "isRestorable">,
  keys: readonly Pick<ResponseKey, "id">[],
  withAddresses: boolean,
): Promise<ReadResponse[]> {
  if (keys.length === 0) return [];
  const ids = keys.map(({ id }) => id);
  const rows = await (isRestorable ? restorable(queries) : queries.selectFrom("responses").selectAll())
    .where("id", "in", ids)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  const responses = ids.flatMap((id) => byId.get(id) ?? []);
  const answers = await answersReader(queries, formId, withAddresses)(responses);
  return responses.map((response, index) => ({
    ...response,
    answers: answers[index]!,
    ...(response.is_test === 1 && { erase_at: endOfTest(response) }),
  }));
}

/** Deleted responses with what they said. */
function restorable(queries: Queries) {
  return queries
    .selectFrom("responses")
    .innerJoin("deleted_responses", "deleted_responses.response_id", "responses.id")
    .selectAll("responses")
    .select(["deleted_responses.email", "deleted_responses.answers", "erase_at"]);
}
