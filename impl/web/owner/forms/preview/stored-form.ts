/** Loads the form that a preview shows. */
import type { FormStructure } from "../../../../../generated/types.ts";
import { type FormOverview, formOverview } from "../../../../forms/overview.ts";
import { mergedChanges } from "../../../../forms/pending.ts";
import { shownStructure } from "../../../respondent/public-form/one-question.ts";
import type { OwnerRequest } from "../../owner-pages.ts";

export type StoredForm = FormOverview & { readonly structure: FormStructure };

/** Loads the form with its unpublished changes. */
export async function loadStoredForm({ site, account }: OwnerRequest, formId: string): Promise<StoredForm> {
  const form = await formOverview(site.storage, account.id, formId, true);
  const merged = await mergedChanges(site.storage.db, form);
  return { ...form, structure: shownStructure(merged?.structure ?? form.structure!) };
}
