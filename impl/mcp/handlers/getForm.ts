/** The tool service_get_form. */
import { andThen } from "@toolwright/runtime";
import type { Handlers } from "../../../generated/handlers.ts";
import type { FormUrls, GetFormOutput } from "../../../generated/types.ts";
import type { App } from "../../app.ts";
import { editState } from "../../forms/edit-state.ts";
import { formLanguages } from "../../forms/forms.ts";
import { type FormOverview, formOverview } from "../../forms/overview.ts";
import { type MergedChanges, mergedChanges } from "../../forms/pending.ts";
import { listAccess, maySeeAll, type Share } from "../../forms/sharing/shares.ts";
import { warningText } from "../../texts/sentences/warnings.ts";
import { formViews } from "../apps/form-views.ts";
import { withViews } from "../apps/views.ts";

export function getForm({
  storage,
  formUrls,
  clock,
}: Pick<App, "storage" | "formUrls" | "clock">): Handlers["getForm"] {
  return ({ form_id, include_structure }, call) =>
    andThen(formOverview(storage, call.account, form_id, include_structure), (form) =>
      andThen(maySeeAll(form) ? listAccess(storage, form.id) : undefined, (shares) =>
        andThen(form.pending?.structure && mergedChanges(storage.db, form), (merged) => {
          const urls = formUrls(form.id, form.status);
          const output = { ...describe(form, shares, urls), ...describePending(form, merged) };
          return form.structure === undefined
            ? output
            : withViews(output, formViews(form.structure, clock()), output.to_check);
        }),
      ),
    );
}

function describePending({ pending }: FormOverview, merged: MergedChanges | undefined) {
  if (pending === undefined) return {};
  const { changed_at, changed_by } = pending;
  const structure = merged && { structure: merged.structure };
  return { pending: { changed_at, ...(changed_by && { changed_by }), ...structure } };
}

function describe(form: FormOverview, shares: readonly Share[] | undefined, urls: FormUrls): GetFormOutput {
  return {
    form_id: form.id,
    title: form.title,
    status: form.status,
    owner: { email: form.owner_email, is_caller: form.access === "owner" },
    access: form.access,
    ...(shares && {
      shared_with: shares.map(({ email, permission, invited }) => ({ email, permission, invited })),
    }),
    languages: formLanguages(form),
    password_protected: form.password_hash !== null,
    timestamps: {
      created_at: form.created_at,
      updated_at: form.updated_at,
      ...(form.published_at !== null && { published_at: form.published_at }),
      ...(form.archived_at !== null && { archived_at: form.archived_at }),
    },
    edit_state: editState(form.verified_responses),
    urls,
    revision: form.revision,
    ...(form.to_check.length > 0 && {
      to_check: form.to_check.map(({ code, message, field }) => ({
        code,
        message: warningText({ code, message }, "en"),
        ...(field !== undefined && { field }),
      })),
    }),
    ...(form.structure !== undefined && { structure: form.structure }),
  };
}
