/** Selects responses of a form by status and period. */
import { sql } from "kysely";
import type { ResponseStatus } from "../../generated/types.ts";
import type { Queries } from "../platform/storage/storage.ts";
import type { Period } from "./period.ts";

/** Which responses of a form. */
export interface ResponseFilter {
  readonly formId: string;
  /** `test`: test responses, which have no other status here. */
  readonly status: ResponseStatus | "test";
  readonly period: Period;
  /** Selects only deleted responses that can be restored, with their answers. Only owners' pages use it. */
  readonly isRestorable?: boolean;
  /** Selects test responses that are not erased yet. */
  readonly ids?: readonly string[] | undefined;
  /** Whether lists begin with the oldest. Exports always do. */
  readonly isOldestFirst?: boolean;
}

export function matchingResponses(
  queries: Queries,
  { formId, status, period, isRestorable = false, ids }: ResponseFilter,
) {
  const { from, before, until } = period;
  return selectResponses(queries, formId, status)
    .$if(isRestorable, (query) =>
      query.where("id", "in", (of) =>
        of.selectFrom("deleted_responses").select("response_id").where("form_id", "=", formId),
      ),
    )
    .$if(ids !== undefined, (query) => query.where(isOneOf(ids ?? [])))
    .$if(from !== undefined, (query) => query.where("submitted_at", ">=", from!))
    .$if(before !== undefined, (query) => query.where("submitted_at", "<", before!))
    .$if(until !== undefined, (query) => query.where("submitted_at", "<=", until!));
}

/** An empty list in parentheses is an error in PostgreSQL. */
function isOneOf(ids: readonly string[]) {
  return ids.length === 0 ? sql<boolean>`1 = 0` : sql<boolean>`id in (${sql.join(ids)})`;
}

/** Constants, since indexes hold only responses with one of them. */
const [LIVE, TEST] = [sql.lit(0), sql.lit(1)];

function selectResponses(queries: Queries, formId: string, status: ResponseFilter["status"]) {
  if (status === "test") return testResponses(queries).where("form_id", "=", formId);
  return queries
    .selectFrom("responses")
    .where("form_id", "=", formId)
    .where("status", "=", status)
    .where("is_test", "=", LIVE);
}

/** The test responses of all forms. */
export function testResponses(queries: Queries) {
  return queries.selectFrom("responses").where("is_test", "=", TEST);
}

export async function countMatching(queries: Queries, filter: ResponseFilter): Promise<number> {
  const { count } = await matchingResponses(queries, filter)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}
