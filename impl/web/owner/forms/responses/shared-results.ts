/** The data of the part of the summary that shares results with everybody. */
import type { FormStructure } from "../../../../../generated/types.ts";
import type { HeadedForm } from "../../../../forms/overview.ts";
import { readSharedResults, shareableFields } from "../../../../responses/analysis/shared-results.ts";
import { resultsPath } from "../../../results-link.ts";
import { signInAgain } from "../../fresh-sign-in.ts";
import type { OwnerRequest } from "../../owner-pages.ts";
import type { SharedResultsView } from "../../views/forms/responses/shared-results.ts";

/** Returns the path of the summary. */
export function summaryPath(formId: string): string {
  return `/forms/${formId}/responses/summary`;
}

/** Returns the part of the summary; undefined: the account may not share, or there is nothing to share. */
export async function sharedResultsView(
  request: OwnerRequest<"formUrls" | "ownerKeys">,
  form: HeadedForm,
  structure: FormStructure,
  refusal: string | undefined,
): Promise<SharedResultsView | undefined> {
  const { t, csrf, site } = request;
  const fields = shareableFields(structure);
  if ((form.access !== "owner" && form.access !== "admin") || fields.length === 0) return undefined;
  const language = form.default_language;
  const shared = await readSharedResults(site.storage.db, form.id);
  return {
    t,
    csrf,
    form,
    fields,
    labels: new Map(fields.map(({ id, label }) => [id, label?.[language] ?? id])),
    lang: language === t.language ? undefined : language,
    shared,
    link:
      shared &&
      new URL(resultsPath(site.ownerKeys, form.id, shared.nonce), site.formUrls(form.id).public).href,
    refusal,
    again: signInAgain(request, summaryPath(form.id)),
  };
}
