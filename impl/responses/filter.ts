/** Selects responses of a form by status and period. */
import type { ResponseStatus } from "../../generated/types.ts";
import type { Queries } from "../platform/storage/storage.ts";
import type { Period } from "./period.ts";

/** Which responses of a form. */
export interface ResponseFilter {
  readonly formId: string;
  readonly status: ResponseStatus;
  readonly period: Period;
}

export function matchingResponses(queries: Queries, { formId, status, period }: ResponseFilter) {
  const { from, before, until } = period;
  return queries
    .selectFrom("responses")
    .where("form_id", "=", formId)
    .where("status", "=", status)
    .$if(from !== undefined, (query) => query.where("submitted_at", ">=", from!))
    .$if(before !== undefined, (query) => query.where("submitted_at", "<", before!))
    .$if(until !== undefined, (query) => query.where("submitted_at", "<=", until!));
}

export async function countMatching(queries: Queries, filter: ResponseFilter): Promise<number> {
  const { count } = await matchingResponses(queries, filter)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}
