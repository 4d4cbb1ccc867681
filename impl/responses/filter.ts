/** Selects responses of a form by status and period. */
import type { ResponseStatus } from "../../generated/types.ts";
import type { Queries } from "../platform/storage/storage.ts";
import { unindexed } from "../platform/storage/unindexed.ts";
import type { Period } from "./period.ts";

/** Which responses of a form. */
export interface ResponseFilter {
  readonly formId: string;
  readonly status: ResponseStatus;
  readonly period: Period;
  /** Of deleted responses only those that can be restored, with what they said. Only the owner's pages ask for it. */
  readonly isRestorable?: boolean;
  /** Of those that can be read still, the test responses, which nothing else counts among the deleted ones. */
  readonly isTest?: boolean;
  /** Only these; undefined: all. */
  readonly ids?: readonly string[] | undefined;
  /** Whether lists begin with the oldest. Exports always do. */
  readonly isOldestFirst?: boolean;
}

export function matchingResponses(
  queries: Queries,
  { formId, status, period, isRestorable = false, isTest = false, ids }: ResponseFilter,
) {
  const { from, before, until } = period;
  return queries
    .selectFrom("responses")
    .where("form_id", "=", formId)
    .where("status", "=", status)
    .$if(isRestorable, (query) =>
      query.where("id", "in", (of) =>
        of.selectFrom("deleted_responses").select("response_id").where("form_id", "=", formId),
      ),
    )
    .$if(status === "deleted", (query) =>
      query.where("id", isTest ? "in" : "not in", testsOf(queries, formId)),
    )
    .$if(ids !== undefined, (query) => query.where("id", "in", ids ?? []))
    .$if(from !== undefined, (query) => query.where("submitted_at", ">=", from!))
    .$if(before !== undefined, (query) => query.where("submitted_at", "<", before!))
    .$if(until !== undefined, (query) => query.where("submitted_at", "<=", until!));
}

/** Ids of the test responses of a form. */
export function testsOf(queries: Queries, formId: string) {
  return queries
    .selectFrom("deleted_responses")
    .select("response_id")
    .where("form_id", "=", formId)
    .where(unindexed("status"), "=", "test");
}

export async function countMatching(queries: Queries, filter: ResponseFilter): Promise<number> {
  const { count } = await matchingResponses(queries, filter)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}
