/** Walks the latest responses of a form, as many as people can wait for. */
import type { Queries } from "../platform/storage/storage.ts";
import type { ResponseFilter } from "./filter.ts";
import { latestKeys, type Position, type ReadResponse, readResponses } from "./latest.ts";
import { takeReadingTurn } from "./reading-turns.ts";

/** The number of responses that are read for one page. Older ones are left out, and the page says so. */
export const MAX_RESPONSES = 5_000;
/** Bytes of answers read for one page. */
const MAX_BYTES = 25_000_000;
const BATCH = 200;
/** Bytes of answers in memory at a time. */
const BATCH_BYTES = 2_000_000;

/** A stretch of the list, the latest response first. */
export interface Latest {
  readonly ids: readonly string[];
  /** How many responses it has. */
  readonly count: number;
  /** Whether there are older ones behind it. */
  readonly hasOlder: boolean;
  /** The position of the next batch; undefined if this one is empty. */
  readonly end: Position | undefined;
  /** Batch by batch; others have their turn between two. */
  batches(): AsyncGenerator<readonly ReadResponse[]>;
}

/**
 * Reads the latest responses in batches. @param after the position before the first one; undefined: at the latest response
 * @param bounds the limits of reading, and whether the reader may see addresses of respondents
 */
export async function latestResponses(
  queries: Queries,
  filter: ResponseFilter,
  after?: Position,
  { responses = MAX_RESPONSES, bytes = MAX_BYTES, withAddresses = true } = {},
): Promise<Latest> {
  const keys = await latestKeys(queries, filter, after, responses + 1);
  const sizes = keys.map(({ size }) => Number(size));
  const shown = keys.slice(0, Math.min(responses, fitting(sizes, 0, bytes)));
  const last = shown.at(-1);
  return {
    ids: shown.map(({ id }) => id),
    count: shown.length,
    hasOlder: shown.length < keys.length,
    end: last && [last.submitted_at, last.id],
    async *batches() {
      for (let from = 0; from < shown.length; ) {
        const to = from + Math.min(BATCH, fitting(sizes, from, BATCH_BYTES));
        await takeReadingTurn();
        yield await readResponses(queries, filter, shown.slice(from, to), withAddresses);
        from = to;
      }
    },
  };
}

/** How many from this one on stay below a size; at least one, if there is one. */
function fitting(sizes: readonly number[], from: number, bytes: number): number {
  let sum = 0;
  let to = from;
  while (to < sizes.length && (to === from || sum + sizes[to]! <= bytes)) sum += sizes[to++]!;
  return to - from;
}
