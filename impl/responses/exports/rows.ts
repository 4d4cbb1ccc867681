/** Reads the responses of an export from the database in batches. */
import { sql } from "kysely";
import type { Queries } from "../../platform/storage/storage.ts";
import { matchingResponses, type ResponseFilter } from "../filter.ts";
import { takeReadingTurn } from "../reading-turns.ts";
import type { StoredResponse } from "../responses.ts";

/** Bytes of answers read in one batch: the memory of an export of any length. */
const BATCH_BYTES = 2_000_000;
const MAX_BATCH = 200;

/** The plan of an export, made before it starts. */
export interface BatchPlan {
  /** All versions that the responses refer to, the latest first. */
  readonly versions: readonly number[];
  /** How many responses may be read at once. */
  readonly batchSize: number;
}

/**
 * How many responses fit into an export. The next export starts at a time, so responses of the same millisecond stay
 * together; else it would repeat or miss some. They are separated only if one millisecond has more responses than
 * fit.
 */
export async function countFitting(queries: Queries, filter: ResponseFilter, limit: number): Promise<number> {
  const [last, next] = await matchingResponses(queries, filter)
    .select("submitted_at")
    .orderBy("submitted_at")
    .orderBy("id")
    .offset(limit - 1)
    .limit(2)
    .execute();
  if (last === undefined || last.submitted_at !== next?.submitted_at) return limit;
  const before = await matchingResponses(queries, filter)
    .where("submitted_at", "<", next.submitted_at)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(before.count) || limit;
}

/** Plans the batches for the first `limit` responses, without reading their answers. */
export async function planBatches(
  queries: Queries,
  filter: ResponseFilter,
  limit: number,
): Promise<BatchPlan> {
  const size = sql<number>`octet_length(answers)`;
  const rows = await queries
    .selectFrom(
      matchingResponses(queries, filter)
        .select(["form_version", size.as("size")])
        .orderBy("submitted_at")
        .orderBy("id")
        .limit(limit)
        .as("first"),
    )
    .select("form_version")
    .select(({ fn }) => fn.max<number>("size").as("largest"))
    .groupBy("form_version")
    .execute();
  const largest = Math.max(1, ...rows.map((row) => Number(row.largest)));
  return {
    versions: rows.map(({ form_version }) => form_version).sort((a, b) => b - a),
    batchSize: Math.max(1, Math.min(MAX_BATCH, Math.floor(BATCH_BYTES / largest))),
  };
}

/** Responses in the order of exports, the oldest first, a batch at a time. */
export async function* walkResponses(
  queries: Queries,
  filter: ResponseFilter,
  { limit, batchSize }: { readonly limit: number; readonly batchSize: number },
): AsyncGenerator<StoredResponse[]> {
  let last: StoredResponse | undefined;
  for (let left = limit; left > 0; left -= batchSize) {
    await takeReadingTurn();
    const batch = await nextResponses(queries, filter, Math.min(left, batchSize), last);
    yield batch;
    if (batch.length < batchSize) return;
    last = batch.at(-1);
  }
}

/** The next few after a response, the oldest first. */
export async function nextResponses(
  queries: Queries,
  filter: ResponseFilter,
  limit: number,
  after: StoredResponse | undefined,
): Promise<StoredResponse[]> {
  return matchingResponses(queries, filter)
    .selectAll()
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(submitted_at, id) > (${after!.submitted_at}, ${after!.id})`),
    )
    .orderBy("submitted_at")
    .orderBy("id")
    .limit(limit)
    .execute();
}
