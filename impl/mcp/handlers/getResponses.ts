/** The tool service_get_responses. */
import type { Call } from "@toolwright/runtime";
import type { Handlers } from "../../../generated/handlers.ts";
import type { GetResponsesInput } from "../../../generated/types.ts";
import { accountById } from "../../accounts/accounts.ts";
import type { App } from "../../app.ts";
import { formOverview } from "../../forms/overview.ts";
import { latestResponses } from "../../responses/batches.ts";
import { describeResponse } from "../../responses/describe.ts";
import { listResponses } from "../../responses/list.ts";
import { readPeriod } from "../../responses/period.ts";
import { readVisitFigures } from "../../responses/visits/figures.ts";
import { type Charted, responsesViews } from "../apps/responses-views.ts";
import { withViews } from "../apps/views.ts";

/** The limits of the charts beside the first page. They cover less than the page of the owner, since agents call often. */
const CHARTED = { responses: 1_000, bytes: 5_000_000 };

type Parts = Pick<App, "storage" | "cursors">;

export function getResponses(app: Parts): Handlers["getResponses"] {
  return async (input, call) => {
    const { structure, read, output, latest } = await readResponses(app, input, call, true);
    if (structure === undefined || read.length === 0) return output;
    const charted = input.cursor === undefined ? await latest() : undefined;
    const figures = charted && (await readVisitFigures(app.storage.db, input.form_id));
    const { language } = await accountById(app.storage.db, call.account);
    const summed = { charted, figures };
    return withViews(output, await responsesViews(read, structure, summed, output.total_count, language));
  };
}

/**
 * Returns the result of the tool and the resource, with the structure of the form and the responses as read. `latest` contains
 * the responses of all pages.
 */
export async function readResponses(
  { storage, cursors }: Parts,
  { form_id, status, date_from, date_to, limit, cursor }: GetResponsesInput,
  { account, scopes }: Pick<Call, "account" | "scopes">,
  withStructure = false,
) {
  const form = await formOverview(storage, account, form_id, withStructure);
  const filter = { formId: form.id, status, period: readPeriod(date_from, date_to) };
  const page = { limit, cursor, withAddresses: scopes.has("responses:read:pii") };
  const { responses, totalCount, nextCursor } = await listResponses(
    storage.db,
    cursors,
    account,
    filter,
    page,
  );
  const output = {
    responses: responses.map(describeResponse),
    total_count: totalCount,
    next_cursor: nextCursor ?? null,
  };
  const latest = async (): Promise<Charted> =>
    nextCursor === undefined
      ? { count: responses.length, hasOlder: false, batches: () => [responses] }
      : latestResponses(storage.db, filter, undefined, { ...CHARTED, withAddresses: page.withAddresses });
  return { structure: form.structure, read: responses, output, latest };
}
