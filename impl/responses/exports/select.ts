/** Selects the responses of an export that meet conditions on answers. */
import { limits } from "../../../generated/limits.ts";
import { type Form, loadStructure } from "../../forms/forms.ts";
import type { Queries } from "../../platform/storage/storage.ts";
import { latestResponses } from "../batches.ts";
import { conditionMatcher } from "../conditions/matcher.ts";
import { questionFilters } from "../conditions/question-filters.ts";
import type { Position } from "../latest.ts";
import type { ExportRequest } from "./request.ts";

/**
 * Replaces the conditions of a request by the ids of the responses that meet them: the oldest, as many as fit, and one more, so the
 * export can say that there are more. Reads the answers in batches, and holds only ids. Conditions see what the reader may see:
 * without addresses, no condition finds one.
 */
export async function selectResponses(
  queries: Queries,
  form: Form,
  { conditions, ...request }: ExportRequest,
  signal: AbortSignal,
): Promise<ExportRequest> {
  if (conditions === undefined || conditions.length === 0) return request;
  const structure = await loadStructure(queries, form);
  const meets = conditionMatcher(questionFilters(structure, unread), conditions);
  const filter = { ...request.filter, isOldestFirst: true };
  const { withAddresses } = request;
  const ids: string[] = [];
  for (let after: Position | undefined; ; ) {
    const stretch = await latestResponses(queries, filter, after, { withAddresses });
    for await (const batch of stretch.batches()) {
      signal.throwIfAborted();
      ids.push(...batch.filter(({ answers }) => meets(answers)).map(({ id }) => id));
    }
    after = stretch.end;
    if (!stretch.hasOlder || ids.length > limits.export_rows.max)
      return { ...request, filter: { ...request.filter, ids: ids.slice(0, limits.export_rows.max + 1) } };
  }
}

/** Labels are not read here. */
const unread = { language: "en", yes: "", no: "", other: "", number: String } as const;
