/** Shares the results of a form with everybody, and ends that: what the forms at the end of the summary send. */
import { findFormFor } from "../../../../forms/access.ts";
import { loadStructure } from "../../../../forms/forms.ts";
import {
  readSharedResults,
  shareableFields,
  shareResults,
  stopSharingResults,
} from "../../../../responses/analysis/shared-results.ts";
import { type AcceptInput, acceptOnly, type FormValues } from "../../../form-body.ts";
import { seeOther } from "../../../reply.ts";
import { signInAgain } from "../../fresh-sign-in.ts";
import type { OwnerRequest } from "../../owner-pages.ts";
import { type Done, doneAddress } from "../done.ts";
import { refusalText } from "../refusal-text.ts";
import { audit, handleRefusal } from "../refusals.ts";
import { summaryPath } from "./shared-results.ts";
import { showSummary } from "./summary.ts";

/** A form has at most 500 questions. */
const MAX_FIELDS = 500;

/** Accepts the boxes of all questions. */
export const resultsInputs: AcceptInput = (name, value) =>
  name === "field" ? { values: MAX_FIELDS, length: 64 } : acceptOnly("action")(name, value);

type ResultsRequest = OwnerRequest<"formUrls" | "ownerKeys">;

export async function postResults(
  request: ResultsRequest,
  formId: string,
  values: FormValues,
): Promise<Response> {
  return handleRefusal(
    () => (values.get("action") === "off" ? stopSharing(request, formId) : share(request, formId, values)),
    (refusal) => showSummary(request, formId, refusalText(request.t, refusal)),
  );
}

async function stopSharing(request: ResultsRequest, formId: string): Promise<Response> {
  await stopSharingResults(request.site.storage, request.account.id, formId);
  return finish(request, formId, "results_off");
}

/** Shares the chosen questions, or makes a new link for those that are shared. */
async function share(request: ResultsRequest, formId: string, values: FormValues): Promise<Response> {
  const { c, t, site, account } = request;
  const { db } = site.storage;
  const form = await findFormFor(db, account.id, formId, "admin");
  const again = signInAgain(request, summaryPath(formId));
  if (again !== undefined) return seeOther(c, again);
  const before = await readSharedResults(db, formId);
  if (values.get("action") === "renew") {
    // Turned off meanwhile: no link is made by accident.
    if (before === undefined) return seeOther(c, summaryPath(formId));
    await shareResults(site, account.id, formId, { fields: [...before.fields], isNewLink: true });
    return finish(request, formId, "results_renewed");
  }
  const sent = new Set(values.all("field"));
  const shareable = shareableFields(await loadStructure(db, form)).map(({ id }) => id);
  const fields = shareable.filter((id) => sent.has(id));
  if (fields.length === 0) return showSummary(request, formId, { text: t.say("results_none"), status: 422 });
  await shareResults(site, account.id, formId, { fields, isNewLink: false });
  return finish(request, formId, before === undefined ? "results_on" : "results_saved");
}

function finish(request: ResultsRequest, formId: string, done: Done): Response {
  audit(request, done, formId);
  return seeOther(request.c, `${doneAddress(summaryPath(formId), done)}#results`);
}
